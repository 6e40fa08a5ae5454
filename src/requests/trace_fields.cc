// Reads the fields of a trace's lines (TraceReader).
#include <cmath>

#include "requests/trace_reader.h"

namespace nacd::requests {

bool TraceReader::Needs(const Node& line, const char* key) {
  return tree_.Find(line, key) || Fault(std::string("lacks \"") + key + '"');
}

bool TraceReader::Text(const Node& line, const char* key, TextId* out) {
  const Node* node = tree_.Find(line, key);
  if (!node || node->kind == JsonTree::Kind::kNull) return true;
  if (node->kind != JsonTree::Kind::kString && node->kind != JsonTree::Kind::kNumber) {
    return WrongType(key, "a string");
  }
  *out = out_.strings.Intern(node->text);
  return true;
}

bool TraceReader::Span(const Node& line, const char* key, double* out) {
  const Node* node = tree_.Find(line, key);
  if (!node) return true;
  if (node->kind != JsonTree::Kind::kNumber || !std::isfinite(node->number)) {
    return WrongType(key, "a number of milliseconds");
  }
  *out = node->number;
  return true;
}

bool TraceReader::Time(const Node& line, const char* key, double* out) {
  double span = kNever;
  if (!Span(line, key, &span)) return false;
  if (span != kNever) *out = started_ + span;
  return true;
}

bool TraceReader::Whole(const Node& line, const char* key, uint32_t* out) {
  const Node* node = tree_.Find(line, key);
  if (!node) return true;
  const double value = node->number;
  if (node->kind != JsonTree::Kind::kNumber || !(value >= 0 && value < kNone) || value != std::floor(value)) {
    return WrongType(key, "a whole number from 0 to 4294967294");
  }
  *out = static_cast<uint32_t>(value);
  return true;
}

bool TraceReader::Boolean(const Node& line, const char* key, bool* out) {
  const Node* node = tree_.Find(line, key);
  if (!node) return true;
  if (node->kind != JsonTree::Kind::kBoolean) return WrongType(key, "true or false");
  *out = node->truth;
  return true;
}

bool TraceReader::Level(const Node& line, Isolation* out) {
  static constexpr std::pair<std::string_view, Isolation> kLevels[] = {
      {"read committed", Isolation::kReadCommitted},
      {"read uncommitted", Isolation::kReadUncommitted},
      {"repeatable read", Isolation::kRepeatableRead},
      {"snapshot", Isolation::kSnapshot},
      {"serializable", Isolation::kSerializable}};
  const Node* node = tree_.Find(line, "isolation");
  if (!node) return true;
  for (const auto& [name, level] : kLevels) {
    if (node->text == name) *out = level;
  }
  return *out != Isolation::kUnknown ||
         WrongType("isolation", "read uncommitted, read committed, repeatable read, snapshot or serializable");
}

}  // namespace nacd::requests
