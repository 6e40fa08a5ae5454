// Shared by the model's tests.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "model/model.h"

namespace nacd::model {

constexpr uint32_t kNode20 = 20'000'000;

// The message of the fault in `text`, or "" where there is none.
inline std::string FaultOf(const std::string& text) {
  Loader loader;
  if (!loader.AddText(text, "m.json")) return loader.error().ToString();
  return loader.Finish(kNode20) ? "" : loader.error().ToString();
}

// The fault of a class "m" with one property.
inline std::string FaultOfProperty(const std::string& property) {
  return FaultOf(R"({"moduleName": "m", "properties": [)" + property + "]}");
}

inline std::unique_ptr<Model> Load(const std::string& text, uint32_t version = kNode20) {
  Loader loader;
  INFO(text);
  if (!loader.AddText(text, "m.json")) FAIL(loader.error().ToString());
  auto model = loader.Finish(version);
  if (!model) FAIL(loader.error().ToString());
  return model;
}

inline std::vector<std::string> NamesOf(const PropertyList& properties) {
  std::vector<std::string> names;
  for (const Property& property : properties) names.push_back(property.name);
  return names;
}

// The property of `name` that `owner` has or inherits; a method unless `event`.
inline const Property& Get(const Model& model, const std::string& owner, const std::string& name, bool event = false) {
  const AsyncClass* found = model.Find(owner);
  REQUIRE(found != nullptr);
  for (const Property& property : found->resolved) {
    if (property.name == name && property.is_event() == event) return property;
  }
  FAIL(owner << " has no " << name);
  throw 0;  // not reached
}

}  // namespace nacd::model
