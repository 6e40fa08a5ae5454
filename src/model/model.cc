#include "model/model.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "model/resolve.h"

namespace nacd::model {

const std::vector<PatternName>& PatternNames() {
  static const std::vector<PatternName> names = {
      {"CB", kSimpleCallback}, {"RO", kReturnedObject}, {"OC", kObjectCreation},
      {"OP", kObjectProperty}, {"CO", kCallbackObject}, {"RP", kReturnedPromise},
      {"AC", kAction},         {"EV", kEvent},          {"SO", kSource},
  };
  return names;
}

const std::vector<std::string_view>& HookedNames() {
  static const std::vector<std::string_view> names = {"loaded", "asked", "brought", "required", "timers"};
  return names;
}

bool ParseVersion(std::string_view text, uint32_t* version) {
  const char* at = text.data();
  const char* end = at + text.size();
  uint32_t code = 0;
  for (int part = 0; part < 3; ++part) {
    if (part > 0 && (at == end || *at++ != '.')) return false;
    uint32_t number = 0;
    auto [next, fault] = std::from_chars(at, end, number);
    if (fault != std::errc() || number > 999) return false;
    code = code * 1000 + number;
    at = next;
  }
  *version = code;
  return at == end;
}

bool Property::registers_listener() const {
  if (!connected_callbacks || !(patterns & kSimpleCallback)) return false;
  // These names are part of the format (docs/model.md): emitters of packages have them, too.
  constexpr std::string_view kNames[] = {"on", "once", "addListener", "prependListener", "prependOnceListener"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::string Error::ToString() const {
  std::string place = file;
  if (!pointer.empty()) place += (place.empty() ? "" : ": ") + pointer;
  return place.empty() ? message : place + ": " + message;
}

Model::Model(std::unique_ptr<Resolver> resolver) : resolver_(std::move(resolver)) {}
Model::~Model() = default;

const AsyncClass* Model::Find(std::string_view name) const { return resolver_->Find(name); }

std::vector<const AsyncClass*> Model::OfModule(std::string_view module) const { return resolver_->OfModule(module); }

std::vector<HookedModule> Model::HookedModules() const {
  std::vector<HookedModule> modules;
  for (const auto& [name, found] : classes()) {
    if (!found.hooked.empty()) modules.push_back({name, found.hooked});
  }
  return modules;
}

const std::map<std::string, AsyncClass, std::less<>>& Model::classes() const { return resolver_->all(); }

}  // namespace nacd::model
