#include "requests/json_tree.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace nacd::requests {

// Takes the events of nlohmann's parser.
class TreeBuilder {
 public:
  explicit TreeBuilder(JsonTree* tree) : tree_(*tree) {}

  // The names are those that the parser asks for.
  bool null() { return Add(JsonTree::Kind::kNull, {}, 0); }
  bool boolean(bool value) {
    if (!Add(JsonTree::Kind::kBoolean, value ? "true" : "false", value)) return false;
    tree_.nodes_.back().truth = value;
    return true;
  }
  bool number_integer(int64_t value) { return AddWhole(value); }
  bool number_unsigned(uint64_t value) { return AddWhole(value); }
  bool number_float(double value, const std::string& text) { return Add(JsonTree::Kind::kNumber, Keep(text), value); }
  bool string(const std::string& value) { return Add(JsonTree::Kind::kString, Keep(value), 0); }
  bool binary(const nlohmann::json::binary_t&) { return false; }
  bool start_object(size_t) { return Open(JsonTree::Kind::kObject); }
  bool start_array(size_t) { return Open(JsonTree::Kind::kArray); }
  bool key(const std::string& value) {
    key_ = Keep(value);
    return true;
  }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }
  bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception&) {
    fault_ = position ? position : 1;
    return false;
  }

  size_t fault() const { return fault_; }

 private:
  // A line of brackets alone would need a hundred times its length.
  static constexpr uint32_t kMostNodes = 1u << 20;

  // An escape is never shorter than what it stands for, so the line's length is reserved for all texts.
  std::string_view Keep(std::string_view text) {
    const size_t start = tree_.texts_.size();
    tree_.texts_.append(text);
    return std::string_view(tree_.texts_).substr(start);
  }

  template <typename Whole>
  bool AddWhole(Whole value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return Add(JsonTree::Kind::kNumber, Keep({digits, static_cast<size_t>(end - digits)}), static_cast<double>(value));
  }

  bool Add(JsonTree::Kind kind, std::string_view text, double number) {
    const auto index = static_cast<uint32_t>(tree_.nodes_.size());
    if (index == kMostNodes) return false;
    auto& node = tree_.nodes_.emplace_back();
    node.kind = kind;
    node.text = text;
    node.number = number;
    node.key = key_;
    key_ = {};
    if (tree_.open_.empty()) return true;
    uint32_t& last = tree_.last_.back();
    (last ? tree_.nodes_[last].next : tree_.nodes_[tree_.open_.back()].child) = index;
    last = index;
    return true;
  }

  bool Open(JsonTree::Kind kind) {
    if (!Add(kind, {}, 0)) return false;
    tree_.open_.push_back(static_cast<uint32_t>(tree_.nodes_.size() - 1));
    tree_.last_.push_back(0);
    return true;
  }

  bool Close() {
    tree_.open_.pop_back();
    tree_.last_.pop_back();
    return true;
  }

  JsonTree& tree_;
  std::string_view key_;
  size_t fault_ = 0;
};

size_t JsonTree::Read(std::string_view line) {
  nodes_.clear();
  open_.clear();
  last_.clear();
  texts_.clear();
  // 0.1 is a number of three characters, and 1 one of one: no text of a number is longer than the number.
  texts_.reserve(line.size() + 1);
  TreeBuilder builder(this);
  const bool good = nlohmann::json::sax_parse(line.begin(), line.end(), &builder);
  if (!good) return builder.fault() ? builder.fault() : 1;
  return 0;
}

const JsonTree::Node* JsonTree::Find(const Node& object, std::string_view key) const {
  if (object.kind != Kind::kObject) return nullptr;
  for (const Node* node = First(object); node; node = Next(*node)) {
    if (node->key == key) return node;
  }
  return nullptr;
}

}  // namespace nacd::requests
