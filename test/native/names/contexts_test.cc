#include "names/contexts.h"

#include <catch2/catch.hpp>
#include <string>

using namespace nacd::names;

TEST_CASE("a context is the same after it was a number") {
  for (const uint32_t hash : {0u, 1u, 0x80000000u, 0xffffffffu}) {
    for (const uint32_t site : {0u, 1u, Sites::kMost}) {
      for (const bool covered : {false, true}) {
        for (const bool machinery : {false, true}) {
          const Context context = Context::Unpack(Context{hash, site, covered, machinery}.Pack());
          CHECK(context.hash == hash);
          CHECK(context.site == site);
          CHECK(context.covered == covered);
          CHECK(context.machinery == machinery);
        }
      }
    }
  }
  CHECK(Context{0xffffffffu, Sites::kMost, true, true}.Pack() == 0x1p53 - 1);
}

TEST_CASE("the end of a name tells the context, the root's is empty") {
  CHECK(Context{0x1a2b3c4du, 3, false}.Suffix() == "<1a2b3c4d");
  CHECK(Context{7, 0, true}.Suffix() == "<00000007");
  CHECK(Context{}.Suffix().empty());
}

TEST_CASE("a site has one number") {
  Sites sites;
  CHECK(sites.NumberOf("") == 0);
  const uint32_t first = sites.NumberOf("a.js:1:1");
  const std::string_view kept = sites.At(first);
  for (int i = 0; i < 5000; i++) sites.NumberOf("b.js:" + std::to_string(i) + ":1");
  CHECK(sites.NumberOf("a.js:1:1") == first);
  CHECK(sites.NumberOf("b.js:9:1") != first);
  CHECK(kept == "a.js:1:1");
  CHECK(sites.At(0).empty());
}
