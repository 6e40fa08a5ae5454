#include "names/paths.h"

#include <catch2/catch.hpp>

namespace nacd::names {

TEST_CASE("a path is relative to the working directory, in all of its project", "[names]") {
  CHECK(RelativeTo("/work/shop/packages/api/", "/work/shop/", "/work/shop/packages/api/a.js") == "a.js");
  CHECK(RelativeTo("/work/shop/packages/api/", "/work/shop/", "/work/shop/packages/b.js") == "../b.js");
  CHECK(RelativeTo("/work/shop/packages/api/", "/work/shop/", "/work/shop/c/d.js") == "../../c/d.js");
  CHECK(RelativeTo("/work/shop/packages/api/", "/work/shop/", "/work/shopping/e.js") == "/work/shopping/e.js");
  CHECK(RelativeTo("/work/shop/packages/api/", "/work/shop/", "node:fs") == "node:fs");
  CHECK(RelativeTo("/work/shop/", "", "/work/f.js") == "/work/f.js");
  CHECK(RelativeTo("/", "/", "/f.js") == "f.js");
}

}  // namespace nacd::names
