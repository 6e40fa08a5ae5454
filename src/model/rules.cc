#include "model/rules.h"

namespace nacd::model {
namespace {

// A key that is allowed only with some patterns.
struct KeyRule {
  const char* key;
  uint32_t patterns;
  bool (*given)(const Property&);
};

constexpr KeyRule kOnlyWith[] = {
    {"postponeAction", kSimpleCallback | kReturnedPromise, [](const Property& p) { return p.postpone_action; }},
    {"returnedObject", kReturnedObject | kObjectCreation | kReturnedPromise,
     [](const Property& p) { return !p.returned_object.empty(); }},
    {"AsyncObjectProperty", kObjectProperty, [](const Property& p) { return !p.object_property.empty(); }},
    {"callbackObjects", kSimpleCallback | kCallbackObject | kEvent,
     [](const Property& p) { return !p.callback_objects.empty(); }},
    {"callbackArgument", kSimpleCallback | kCallbackObject, [](const Property& p) { return p.callback_argument >= 0; }},
    {"handle", kSource, [](const Property& p) { return !p.handle.empty(); }},
    {"event", kSource | kAction, [](const Property& p) { return !p.event.empty(); }},
    {"timer", kSimpleCallback | kReturnedPromise | kReturnedObject,
     [](const Property& p) { return p.timer && !p.cancels; }},
    {"covers", kReturnedPromise | kSimpleCallback, [](const Property& p) { return p.covers; }},
    {"received", kReturnedPromise, [](const Property& p) { return p.received; }},
    {"arguments", kSimpleCallback, [](const Property& p) { return !p.arguments.empty(); }},
    {"heldByHooks", kSimpleCallback | kReturnedPromise | kEvent | kSource,
     [](const Property& p) { return p.held_by_hooks; }},
    {"thread", kSource, [](const Property& p) { return p.thread != ThreadSource::kNone; }},
    {"immediate", kSimpleCallback | kReturnedPromise, [](const Property& p) { return p.immediate; }},
    {"optionsArgument", kReturnedPromise, [](const Property& p) { return p.options_argument >= 0; }},
};

// A key that is allowed only beside another one.
struct BesideRule {
  const char* key;
  const char* other;
  bool (*wrong)(const Property&);
};

constexpr BesideRule kOnlyBeside[] = {
    {"arguments", "postponeAction", [](const Property& p) { return !p.arguments.empty() && !p.postpone_action; }},
    {"immediate", "timer", [](const Property& p) { return p.immediate && !p.timer; }},
    {"optionsArgument", "timer", [](const Property& p) { return p.options_argument >= 0 && !p.timer; }},
};

// A pattern that needs a key.
struct PatternRule {
  Pattern pattern;
  const char* key;
  bool (*given)(const Property&);
};

constexpr PatternRule kNeeds[] = {
    {kReturnedObject, "returnedObject", [](const Property& p) { return !p.returned_object.empty(); }},
    {kObjectCreation, "returnedObject", [](const Property& p) { return !p.returned_object.empty(); }},
    {kObjectProperty, "AsyncObjectProperty", [](const Property& p) { return !p.object_property.empty(); }},
    {kCallbackObject, "callbackObjects", [](const Property& p) { return !p.callback_objects.empty(); }},
};

bool CheckPatterns(const Property& property, const Place& place, Fault* fault) {
  const Place here(place, "type");
  if ((property.patterns & kEvent) && (property.patterns & ~(kEvent | kCallbackObject))) {
    return fault->Set(here,
                      "EV names an event, not a method: only CO is allowed beside it; a method of the same name "
                      "is a property of its own");
  }
  if ((property.patterns & kAction) && (property.patterns & kSource)) {
    return fault->Set(here, "AC (work goes out) and SO (something came in) exclude each other");
  }
  return true;
}

}  // namespace

std::string PatternList(uint32_t patterns) {
  std::string list;
  for (const PatternName& known : PatternNames()) {
    if (patterns & known.pattern) list += (list.empty() ? "" : ", ") + std::string(known.name);
  }
  return list;
}

bool CheckRange(const VersionRange& versions, const Place& place, Fault* fault) {
  if (versions.since < versions.until) return true;
  return fault->Set(Place(place, "until"),
                    "is no later than \"since\"; a later version is allowed (the first without it)");
}

bool CheckRules(const Property& property, const Place& place, Fault* fault) {
  for (const KeyRule& rule : kOnlyWith) {
    if (!rule.given(property) || (property.patterns & rule.patterns)) continue;
    return fault->Set(Place(place, rule.key),
                      "is allowed only where \"type\" has one of " + PatternList(rule.patterns));
  }
  for (const BesideRule& rule : kOnlyBeside) {
    if (rule.wrong(property)) {
      return fault->Set(Place(place, rule.key), std::string("is allowed only beside \"") + rule.other + "\": true");
    }
  }
  for (const PatternRule& rule : kNeeds) {
    if (!(property.patterns & rule.pattern) || rule.given(property)) continue;
    return fault->Set(place, std::string("lacks \"") + rule.key + "\", which " + PatternList(rule.pattern) + " needs");
  }
  return CheckPatterns(property, place, fault) && CheckRange(property.versions, place, fault);
}

}  // namespace nacd::model
