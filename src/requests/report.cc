#include "requests/report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "requests/chains.h"
#include "requests/rank.h"

namespace nacd::requests {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kReasons[kPrunedReasons] = {
    "value flow", "primary key", "queue", "lock", "isolation", "one step", "commutes", "serializable", "duplicate"};

class Reporter {
 public:
  Reporter(const Recording& recording, const Flows& flows, const HappensBefore& order)
      : recording_(recording), flows_(flows), order_(order) {}

  Json Counts(const PairCounts& counts) const;
  Json Unknown() const;
  Json Handlers() const;
  Json OfCandidate(const Candidate& candidate, size_t digits) const;

 private:
  Json Side(const Candidate& candidate, bool second) const;
  bool IsShared(const Candidate& candidate) const;
  Json Places(const std::vector<uint32_t>& requests) const;
  Json Needs(uint32_t flow, uint32_t trace) const;
  Json BothNeeds(const Example& pair) const;
  Json Keys(const Candidate& candidate) const;
  Json Columns(const Effect& effect) const;
  Json WhyOf(uint32_t why) const;
  std::string Transaction(const Candidate& candidate) const;
  std::string Text(TextId id) const { return std::string(recording_.strings.Text(id)); }
  const Request& RequestOf(uint32_t flow) const { return recording_.requests[flows_.flows[flow].request]; }
  Json Place(uint32_t flow) const { return {{"trace", RequestOf(flow).trace}, {"request", RequestOf(flow).number}}; }

  const Recording& recording_;
  const Flows& flows_;
  const HappensBefore& order_;
};

Json Reporter::Counts(const PairCounts& counts) const {
  Json pruned = Json::object();
  for (size_t i = 0; i < kPrunedReasons; ++i) pruned[std::string(kReasons[i])] = counts.pruned[i];
  Json json = {{"conflicting", counts.conflicting}, {"pruned", pruned}, {"left", counts.left}};
  if (counts.limited) json["limited"] = true;
  return json;
}

Json Reporter::Unknown() const {
  uint64_t tables = 0;
  uint64_t keys = 0;
  for (const Operation& operation : recording_.operations) {
    bool table = false;
    bool key = false;
    for (uint32_t i = 0; i < operation.effects.count; ++i) {
      const Effect& effect = recording_.effects[operation.effects.first + i];
      table |= effect.table == kNone && effect.keys.count == 0;
      key |= effect.keys.count == 0;
    }
    tables += table;
    keys += key && !table;
  }
  return {{"tables", tables}, {"keys", keys}};
}

Json Reporter::Handlers() const {
  std::set<std::string_view> names;
  for (const Request& request : recording_.requests) {
    if (request.handler != kNone) names.insert(recording_.strings.Text(request.handler));
  }
  return names;
}

Json Reporter::Side(const Candidate& candidate, bool second) const {
  const uint32_t flow = second ? candidate.second : candidate.first;
  Json side = Place(flow);
  side["handler"] = Text(RequestOf(flow).handler);
  Json window = Json::array();
  Json sites = Json::array();
  Json statements = Json::array();
  Json traces = Json::array();
  for (const Step& step : candidate.order) {
    if (step.second != second) continue;
    const Operation& operation = recording_.operations[step.operation];
    window.push_back(operation.number);
    sites.push_back(operation.site == kNone ? Json() : Json(Text(operation.site)));
    statements.push_back(operation.statement == kNone ? Json() : Json(Text(operation.statement)));
    // An operation of another request of the flow, or of another process.
    const Request& of = recording_.requests[operation.request];
    if (&of != &RequestOf(flow)) side["within"] = {{"trace", of.trace}, {"request", of.number}};
    traces.push_back(of.trace);
  }
  const auto elsewhere = [&](const Json& trace) { return trace != side["trace"]; };
  if (flow >= flows_.whole) {
    const Branch& branch = flows_.branches[flow - flows_.whole];
    if (branch.is_chain()) {
      Json places = Json::array();
      for (const uint32_t each : branch.operations) {
        const Operation& operation = recording_.operations[each];
        places.push_back({{"trace", recording_.requests[operation.request].trace}, {"operation", operation.number}});
      }
      side["operations"] = places;
    } else {
      side["calls"] = Places(branch.calls);
      side["requests"] = Places(branch.requests);
    }
  }
  if (std::any_of(traces.begin(), traces.end(), elsewhere)) side["traces"] = traces;
  side["window"] = window;
  side["sites"] = sites;
  side["statements"] = statements;
  if (!second) side["hold"] = recording_.operations[candidate.hold].number;
  return side;
}

// Returns whether the two are chains that use one connection, which keeps the order of their statements.
bool Reporter::IsShared(const Candidate& candidate) const {
  if (candidate.first < flows_.whole) return false;
  const Branch& first = flows_.branches[candidate.first - flows_.whole];
  const Branch& second = flows_.branches[candidate.second - flows_.whole];
  return first.is_chain() && ShareConnection(recording_, first, second);
}

Json Reporter::Places(const std::vector<uint32_t>& requests) const {
  Json places = Json::array();
  for (const uint32_t request : requests) {
    const Request& of = recording_.requests[request];
    places.push_back({{"trace", of.trace}, {"request", of.number}});
  }
  return places;
}

Json Reporter::Needs(uint32_t flow, uint32_t trace) const {
  Json needs = Json::array();
  if (flow >= flows_.whole) return needs;
  for (const uint32_t before : order_.Needs(flow)) {
    const Request& request = RequestOf(before);
    needs.push_back(request.trace == trace ? Json(request.number) : Place(before));
  }
  return needs;
}

Json Reporter::BothNeeds(const Example& pair) const {
  return {{"first", Needs(pair.first, RequestOf(pair.first).trace)},
          {"second", Needs(pair.second, RequestOf(pair.second).trace)}};
}

Json Reporter::Keys(const Candidate& candidate) const {
  Json keys = Json::object();
  // The keys belong to the table that is named, which is that of the effect.
  const bool same_table = candidate.read->table == candidate.effect->table;
  const Effect& effect = same_table && candidate.read->keys.count ? *candidate.read : *candidate.effect;
  for (uint32_t i = 0; i < effect.keys.count; ++i) {
    const Key& key = recording_.keys[effect.keys.first + i];
    Json values = Json::array();
    for (uint32_t j = 0; j < key.values.count; ++j) values.push_back(Text(recording_.values[key.values.first + j]));
    keys[Text(key.column)] = values;
  }
  return keys;
}

Json Reporter::Columns(const Effect& effect) const {
  Json columns = Json::array();
  if (effect.columns == kNone) return columns;
  for (const TextId column : recording_.column_sets[effect.columns]) columns.push_back(Text(column));
  return columns;
}

Json Reporter::WhyOf(uint32_t why) const {
  Json texts = Json::array();
  for (uint32_t bit = 1; bit != 0; bit <<= 1) {
    if (why & bit) texts.push_back(WhyText(bit));
  }
  return texts;
}

std::string Reporter::Transaction(const Candidate& candidate) const {
  static constexpr std::string_view kNames[] = {"unknown",         "read uncommitted", "read committed",
                                                "repeatable read", "snapshot",         "serializable"};
  std::string found;
  for (const Step& step : candidate.order) {
    const Operation& operation = recording_.operations[step.operation];
    const std::string_view name =
        operation.transaction == kNone
            ? std::string_view("none")
            : kNames[static_cast<size_t>(recording_.transactions[operation.transaction].isolation)];
    if (!found.empty() && found != name) return "mixed";
    found = name;
  }
  return found;
}

Json Reporter::OfCandidate(const Candidate& candidate, size_t digits) const {
  char id[17];
  snprintf(id, sizeof id, "%016llx", static_cast<unsigned long long>(candidate.id));
  const Operation& last = recording_.operations[candidate.order.back().operation];
  Json order = Json::array();
  for (const Step& step : candidate.order) {
    order.push_back({step.second ? "second" : "first", recording_.operations[step.operation].number});
  }
  Json json = {{"id", std::string(id, digits)},
               {"pattern", PatternName(candidate.window.pattern)},
               {"rank", std::round(candidate.window.rank * 1000) / 1000},
               {"why", WhyOf(candidate.window.why)},
               {"same", candidate.first == candidate.second},
               {"first", Side(candidate, false)},
               {"second", Side(candidate, true)},
               {"order", order},
               {"store", Text(last.store)}};
  const uint32_t of = flows_.flows[candidate.first].of;
  if (IsShared(candidate)) json["shared"] = true;
  if (candidate.window.expires > 0) json["expires"] = candidate.window.expires;
  if (of != kNone)
    json["of"] = {
        {"handler", Text(RequestOf(of).handler)}, {"trace", Place(of)["trace"]}, {"request", Place(of)["request"]}};
  if (candidate.effect->table != kNone) json["table"] = Text(candidate.effect->table);
  json["keys"] = Keys(candidate);
  json["columns"] = Columns(*candidate.effect);
  json["transaction"] = Transaction(candidate);
  json["needs"] = BothNeeds({candidate.first, candidate.second});
  json["examples"] = candidate.examples;
  Json more = Json::array();
  for (const Example& example : candidate.more) {
    more.push_back({{"first", Place(example.first)}, {"second", Place(example.second)}, {"needs", BothNeeds(example)}});
  }
  if (!more.empty()) json["more"] = more;
  return json;
}

}  // namespace

std::string Report(const Recording& recording, const Flows& flows, const HappensBefore& order, const PairCounts& counts,
                   const std::vector<Candidate>& candidates) {
  const Reporter reporter(recording, flows, order);
  std::unordered_map<uint64_t, int> short_ids;
  for (const Candidate& candidate : candidates) ++short_ids[candidate.id >> 40];
  Json list = Json::array();
  for (const Candidate& candidate : candidates) {
    list.push_back(reporter.OfCandidate(candidate, short_ids[candidate.id >> 40] == 1 ? 6 : 16));
  }
  Json json = {{"format", 1},
               {"requests", recording.requests.size()},
               {"operations", recording.operations.size()},
               {"handlers", reporter.Handlers()},
               {"pairs", reporter.Counts(counts)},
               {"unattributed", recording.unattributed},
               {"unknown", reporter.Unknown()},
               {"candidates", list}};
  if (counts.omitted) json["omitted"] = counts.omitted;
  return json.dump();
}

}  // namespace nacd::requests
