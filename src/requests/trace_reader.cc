#include "requests/trace_reader.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "requests/fnv.h"
#include "requests/line_file.h"

namespace nacd::requests {
namespace {

// Returns the milliseconds since 1970 of "2026-11-21T10:15:30.123Z"; 0: not in that form.
double WallClock(std::string_view text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0;
  const std::string copy(text);
  const int found =
      sscanf(copy.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ", &year, &month, &day, &hour, &minute, &second, &ms);
  if (found < 6) return 0;
  const auto in = [](int value, int low, int high) { return value >= low && value <= high; };
  if (!in(year, 1970, 9999) || !in(month, 1, 12) || !in(day, 1, 31)) return 0;
  const std::chrono::year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  const std::chrono::duration<double> days = std::chrono::sys_days(date).time_since_epoch();
  return (days.count() + hour * 3600 + minute * 60 + second) * 1000 + ms;
}

}  // namespace

bool TraceReader::Fault(const std::string& what) {
  error_ = file_ + (line_ ? ":" + std::to_string(line_) : "") + ": " + what;
  return false;
}

bool TraceReader::WrongType(const char* key, const char* needed) {
  return Fault(std::string("\"") + key + "\" is not valid: " + needed + " is needed");
}

void TraceReader::StartTrace(const std::string& name) {
  file_ = name;
  line_ = 0;
  started_ = 0;
  trace_ = static_cast<uint32_t>(out_.files.size());
  out_.files.push_back(name);
  requests_.clear();
  transactions_.clear();
  held_.clear();
}

bool TraceReader::ReadFile(const std::string& path) {
  StartTrace(path);
  LineFile file(path);
  std::string_view line;
  while (file.Next(&line)) {
    if (!ReadLine(line, file.number(), file.complete())) return false;
  }
  line_ = file.number();
  return file.error().empty() || Fault(file.error());
}

bool TraceReader::ReadText(std::string_view text, const std::string& name) {
  StartTrace(name);
  size_t number = 0;
  while (!text.empty()) {
    const size_t feed = text.find('\n');
    const bool complete = feed != std::string_view::npos;
    if (!ReadLine(text.substr(0, feed), ++number, complete)) return false;
    text = complete ? text.substr(feed + 1) : std::string_view();
  }
  return true;
}

bool TraceReader::ReadLine(std::string_view line, size_t number, bool complete) {
  line_ = number;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\0')) line.remove_suffix(1);
  if (line.empty()) return true;
  const size_t fault = tree_.Read(line);
  if (fault && !complete) return true;  // the process was killed while it wrote this line
  if (fault) return Fault("no JSON: fault at byte " + std::to_string(fault));
  if (tree_.root().kind != JsonTree::Kind::kObject) return Fault("no JSON object");
  return Dispatch(tree_.root());
}

bool TraceReader::Dispatch(const Node& line) {
  using Read = bool (TraceReader::*)(const Node&);
  static constexpr std::pair<std::string_view, Read> kTypes[] = {
      {"operation", &TraceReader::ReadOperation}, {"request", &TraceReader::ReadRequest},
      {"response", &TraceReader::ReadResponse},   {"transaction", &TraceReader::ReadTransaction},
      {"lock", &TraceReader::ReadLock},           {"message", &TraceReader::ReadMessage},
      {"schema", &TraceReader::ReadSchema},       {"header", &TraceReader::ReadHeader}};
  const Node* type = tree_.Find(line, "type");
  if (!type) return true;
  for (const auto& [name, read] : kTypes) {
    if (type->text == name) return (this->*read)(line);
  }
  return true;
}

bool TraceReader::ReadHeader(const Node& line) {
  uint32_t format = 1;
  if (!Whole(line, "format", &format)) return false;
  if (format != 1) return Fault("format " + std::to_string(format) + " is not known: 1 is");
  const Node* started = tree_.Find(line, "started");
  if (started) started_ = WallClock(started->text);
  return true;
}

bool TraceReader::RequestOf(const Node& line, uint32_t* request) {
  uint32_t number = kNone;
  if (!Whole(line, "request", &number)) return false;
  if (number == kNone) return true;
  const auto [found, fresh] = requests_.try_emplace(number, static_cast<uint32_t>(out_.requests.size()));
  *request = found->second;
  if (!fresh) return true;
  Request& made = out_.requests.emplace_back();
  made.trace = trace_;
  made.number = number;
  return true;
}

bool TraceReader::ReadRequest(const Node& line) {
  uint32_t index = kNone;
  double time = kNever;
  if (!Needs(line, "request") || !RequestOf(line, &index) || !Time(line, "t", &time)) return false;
  Request& request = out_.requests[index];
  request.start = std::min(request.start, time);
  return Text(line, "flow", &request.flow) && Text(line, "handler", &request.handler) &&
         Text(line, "test", &request.test) && ReadHashes(line, "sent", &request.sent);
}

bool TraceReader::ReadResponse(const Node& line) {
  uint32_t index = kNone;
  double time = kNever;
  if (!Needs(line, "request") || !RequestOf(line, &index) || !Time(line, "t", &time)) return false;
  Request& request = out_.requests[index];
  request.end = time;
  const Node* status = tree_.Find(line, "status");
  if (status && status->kind == JsonTree::Kind::kNumber && !Whole(line, "status", &request.status)) return false;
  return ReadHashes(line, "received", &request.received);
}

bool TraceReader::ReadHashes(const Node& line, const char* key, Range* range) {
  const Node* list = tree_.Find(line, key);
  if (!list) return true;
  if (list->kind != JsonTree::Kind::kArray) return WrongType(key, "an array of hashes");
  range->first = static_cast<uint32_t>(out_.hashes.size());
  for (const Node* node = tree_.First(*list); node; node = tree_.Next(*node)) {
    uint64_t hash = 0;
    const char* end = node->text.data() + node->text.size();
    const auto read = std::from_chars(node->text.data(), end, hash, 16);
    if (read.ec != std::errc() || read.ptr != end) return WrongType(key, "an array of 16 hexadecimal digits each");
    out_.hashes.push_back(hash);
  }
  range->count = static_cast<uint32_t>(out_.hashes.size()) - range->first;
  return true;
}

uint32_t TraceReader::TransactionOf(TextId store, uint32_t connection, uint32_t number) {
  const uint64_t key = Mix(Mix(Mix(kFnvStart, store), connection), number);
  const auto [found, fresh] = transactions_.try_emplace(key, static_cast<uint32_t>(out_.transactions.size()));
  if (fresh) out_.transactions.emplace_back().store = store;
  return found->second;
}

bool TraceReader::ReadTransaction(const Node& line) {
  TextId store = kNone;
  uint32_t connection = kNone;
  uint32_t number = kNone;
  double time = kNever;
  if (!Needs(line, "transaction") || !Needs(line, "t") || !Text(line, "store", &store) || !Time(line, "t", &time) ||
      !Whole(line, "connection", &connection) || !Whole(line, "transaction", &number)) {
    return false;
  }
  Transaction& transaction = out_.transactions[TransactionOf(store, connection, number)];
  if (!Level(line, &transaction.isolation)) return false;
  const Node* how = tree_.Find(line, "how");
  const std::string_view what = how ? how->text : std::string_view();
  if (what == "begin") {
    transaction.begin = time;
  } else if (what == "commit" || what == "rollback") {
    transaction.end = time;
    transaction.rolled_back = what == "rollback";
  } else {
    return WrongType("how", "begin, commit or rollback");
  }
  return true;
}

bool TraceReader::ReadLock(const Node& line) {
  Lock lock;
  uint32_t connection = kNone;
  uint32_t transaction = kNone;
  if (!Needs(line, "name") || !Needs(line, "t") || !RequestOf(line, &lock.request) ||
      !Text(line, "store", &lock.store) || !Text(line, "name", &lock.name) || !Time(line, "t", &lock.acquired) ||
      !Whole(line, "operation", &lock.operation) || !Whole(line, "connection", &connection) ||
      !Whole(line, "transaction", &transaction) || !Span(line, "expires", &lock.expires)) {
    return false;
  }
  const Node* how = tree_.Find(line, "how");
  const Node* mode = tree_.Find(line, "mode");
  const Node* scope = tree_.Find(line, "scope");
  const uint64_t key = Mix(Mix(kFnvStart, lock.store), lock.name);
  if (how && how->text == "release") {
    const auto held = held_.find(key);
    if (held != held_.end()) out_.locks[held->second].released = lock.acquired;
    return true;
  }
  if (!how || how->text != "acquire") return WrongType("how", "acquire or release");
  lock.shared = mode && mode->text == "shared";
  lock.of_transaction = scope && scope->text == "transaction";
  if (transaction != kNone) lock.transaction = TransactionOf(lock.store, connection, transaction);
  held_[key] = static_cast<uint32_t>(out_.locks.size());
  out_.locks.push_back(lock);
  return true;
}

bool TraceReader::ReadMessage(const Node& line) {
  Message message;
  if (!Needs(line, "queue") || !Needs(line, "t") || !RequestOf(line, &message.request) ||
      !Text(line, "queue", &message.queue) || !Text(line, "id", &message.id) || !Time(line, "t", &message.time)) {
    return false;
  }
  const Node* how = tree_.Find(line, "how");
  message.sent = how && how->text == "send";
  if (!message.sent && (!how || how->text != "receive")) return WrongType("how", "send or receive");
  out_.messages.push_back(message);
  return true;
}

bool TraceReader::ReadSchema(const Node& line) {
  TextId store = kNone;
  TextId table = kNone;
  if (!Needs(line, "table") || !Text(line, "store", &store) || !Text(line, "table", &table)) return false;
  Schema schema;
  const Node* primary = tree_.Find(line, "primary");
  if (primary && !ReadTexts(*primary, "primary", &schema.primary)) return false;
  if (!schema.primary.empty()) schema.unique.push_back(schema.primary);
  const Node* unique = tree_.Find(line, "unique");
  if (unique && unique->kind != JsonTree::Kind::kArray) return WrongType("unique", "an array of arrays of columns");
  for (const Node* node = unique ? tree_.First(*unique) : nullptr; node; node = tree_.Next(*node)) {
    if (!ReadTexts(*node, "unique", &schema.unique.emplace_back())) return false;
  }
  out_.schemas[TableKey(store, table)] = std::move(schema);
  return true;
}

}  // namespace nacd::requests
