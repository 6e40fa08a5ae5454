// The compiled-in models are the files' content, without what has no effect. NACD_MODEL_DIR is the folder of the files.
#include "fixture.h"

namespace nacd::model {
namespace {

void CheckSame(const Property& a, const Property& b) {
  INFO(a.owner << "." << a.name);
  CHECK(a.name == b.name);
  CHECK(a.owner == b.owner);
  CHECK(a.patterns == b.patterns);
  CHECK(a.postpone_action == b.postpone_action);
  CHECK(a.connected_callbacks == b.connected_callbacks);
  CHECK(a.returned_object == b.returned_object);
  CHECK(a.object_property == b.object_property);
  CHECK(a.callback_objects == b.callback_objects);
  CHECK(a.callback_argument == b.callback_argument);
  CHECK(a.handle == b.handle);
  CHECK(a.event == b.event);
  CHECK(a.versions.since == b.versions.since);
  CHECK(a.versions.until == b.versions.until);
  CHECK(a.alternative == b.alternative);
  CHECK(a.pauses == b.pauses);
  CHECK(a.cancels == b.cancels);
  CHECK(a.timer == b.timer);
  CHECK(a.covers == b.covers);
  CHECK(a.received == b.received);
  CHECK(a.arguments == b.arguments);
  CHECK(a.held_by_hooks == b.held_by_hooks);
  CHECK(a.thread == b.thread);
  CHECK(a.idle_timer == b.idle_timer);
  CHECK(a.immediate == b.immediate);
  CHECK(a.options_argument == b.options_argument);
}

bool HasEffect(const Property& property) {
  return property.cancels || property.idle_timer || (property.patterns & ~static_cast<uint32_t>(kObjectCreation)) != 0;
}

std::vector<const Property*> WithEffect(const AsyncClass& found) {
  std::vector<const Property*> list;
  for (const Property& property : found.resolved) {
    if (HasEffect(property)) list.push_back(&property);
  }
  return list;
}

void CheckSame(const AsyncClass& a, const AsyncClass& b) {
  INFO(a.name);
  CHECK(a.is == b.is);
  CHECK(a.module == b.module);
  CHECK(a.export_path == b.export_path);
  CHECK(a.uses_this == b.uses_this);
  CHECK(a.hooked == b.hooked);
  CHECK(a.arrivals == b.arrivals);
  CHECK(a.versions.since == b.versions.since);
  CHECK(a.versions.until == b.versions.until);
  CHECK(b.file.ends_with(a.file.substr(a.file.rfind('/'))));
  // Inherited ones too: what hides one is compiled in.
  const auto compiled = WithEffect(a);
  const auto read = WithEffect(b);
  REQUIRE(compiled.size() == read.size());
  for (size_t i = 0; i < compiled.size(); ++i) CheckSame(*compiled[i], *read[i]);
}

std::vector<std::string> NamesOfClasses(const std::vector<const AsyncClass*>& classes) {
  std::vector<std::string> names;
  for (const AsyncClass* found : classes) names.push_back(found->name);
  return names;
}

TEST_CASE("the compiled-in models are the files' content") {
  for (uint32_t major : {20, 22, 24, 26}) {
    Loader compiled;
    compiled.AddBuiltin();
    Loader read;
    REQUIRE(read.AddPath(NACD_MODEL_DIR));
    auto a = compiled.Finish(major * 1'000'000);
    auto b = read.Finish(major * 1'000'000);
    REQUIRE(a);
    REQUIRE(b);
    REQUIRE(a->classes().size() == b->classes().size());
    for (const auto& [name, found] : a->classes()) {
      REQUIRE(b->Find(name) != nullptr);
      CheckSame(found, *b->Find(name));
    }
  }
}

TEST_CASE("when modules are hooked is said by the table as by the files") {
  Loader read;
  REQUIRE(read.AddPath(NACD_MODEL_DIR));
  const auto model = read.Finish(26'000'000);
  const auto expected = model->HookedModules();
  const auto found = BuiltinHookedModules();
  REQUIRE(found.size() == expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].name == expected[i].name);
    CHECK(found[i].when == expected[i].when);
  }
}

// With a file added, all classes are resolved at once and every fault is told.
TEST_CASE("what is resolved when it is asked for is what is resolved at once") {
  for (uint32_t major : {20, 22, 24, 26}) {
    Loader whole;
    whole.AddBuiltin();
    REQUIRE(whole.AddText("[]", "none.json"));
    auto at_once = whole.Finish(major * 1'000'000);
    REQUIRE(at_once);
    for (const auto& [name, expected] : at_once->classes()) {
      Loader lazy;
      lazy.AddBuiltin();
      auto model = lazy.Finish(major * 1'000'000);
      const AsyncClass* found = model->Find(name);
      REQUIRE(found != nullptr);
      CheckSame(*found, expected);
      CHECK(NamesOfClasses(model->OfModule(expected.module)) == NamesOfClasses(at_once->OfModule(expected.module)));
    }
  }
}

TEST_CASE("what a version lacks is not there, also where nothing else was asked for") {
  Loader loader;
  loader.AddBuiltin();
  CHECK(loader.Finish(20'000'000)->Find("crypto.Cipher") != nullptr);
  CHECK(loader.Finish(22'000'000)->Find("crypto.Cipher") == nullptr);
  CHECK(loader.Finish(22'000'000)->Find("crypto.Cyper") == nullptr);
  CHECK(loader.Finish(22'000'000)->OfModule("cripto").empty());
}

TEST_CASE("a file adds to the compiled-in models, and a fault between them names the table's file") {
  Loader loader;
  loader.AddBuiltin();
  REQUIRE(loader.AddText(R"({"moduleName": "fs", "properties": [{"name": "access", "type": []}]})", "mine.json"));
  auto model = loader.Finish(kNode20);
  REQUIRE(model);
  CHECK(Get(*model, "fs", "access").patterns == 0);
  REQUIRE(loader.AddText(R"({"moduleName": "EventEmitter", "is": ["net.Socket"]})", "cycle.json"));
  CHECK(loader.Finish(kNode20) == nullptr);
  CHECK_THAT(loader.error().ToString(), Catch::Matchers::Contains("inherits from itself"));
}

}  // namespace
}  // namespace nacd::model
