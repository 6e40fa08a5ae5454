#include "v8/scripts.h"

#include <catch2/catch.hpp>

namespace nacd::v8access {

TEST_CASE("the path of a script", "[v8]") {
  CHECK(ScriptPath("/app/a.js") == "/app/a.js");
  CHECK(ScriptPath("file:///app/a%20b.mjs") == "/app/a b.mjs");
  CHECK(ScriptPath("file:///app/100%/%zz%4") == "/app/100%/%zz%4");
  CHECK(ScriptPath("file:///%C3%A9%c3%a9.mjs") == "/\xc3\xa9\xc3\xa9.mjs");
  CHECK(ScriptPath("node:fs") == "node:fs");
  CHECK(ScriptPath("").empty());
}

TEST_CASE("the owner of a script", "[v8]") {
  const std::string own = "/app/node_modules/nacd-native/lib/";
  CHECK(KindOfScript("", own) == ScriptKind::kUnknown);
  CHECK(KindOfScript("/app/a.js", own) == ScriptKind::kUser);
  CHECK(KindOfScript("/app/node_modules/pg/a.js", own) == ScriptKind::kPackage);
  CHECK(KindOfScript(own + "preload/start.js", own) == ScriptKind::kOwn);
  CHECK(KindOfScript("node:fs", own) == ScriptKind::kNode);
  CHECK(KindOfScript("node:internal/timers", own) == ScriptKind::kTransparent);
  CHECK(KindOfScript("node:internal/timers/promises", own) == ScriptKind::kNode);
}

TEST_CASE("the innermost package of a script counts", "[v8]") {
  const std::vector<std::string> packages{"mocha/", "jest"};
  CHECK(BelongsTo(packages, "/app/node_modules/mocha/lib/runner.js"));
  CHECK(BelongsTo(packages, "/app/node_modules/jest-circus/build/run.js"));
  CHECK_FALSE(BelongsTo(packages, "/app/node_modules/mocha-plugin/index.js"));
  CHECK_FALSE(BelongsTo(packages, "/app/node_modules/mocha/node_modules/glob/a.js"));
  CHECK_FALSE(BelongsTo(packages, "/app/mocha/a.js"));
}

}  // namespace nacd::v8access
