#include "names/paths.h"

#include <catch2/catch.hpp>

namespace nacd::names {

TEST_CASE("a path is relative to the working directory, in all of its project", "[names]") {
  CHECK(RelativeTo("/srv/shop/packages/api/", "/srv/shop/", "/srv/shop/packages/api/a.js") == "a.js");
  CHECK(RelativeTo("/srv/shop/packages/api/", "/srv/shop/", "/srv/shop/packages/b.js") == "../b.js");
  CHECK(RelativeTo("/srv/shop/packages/api/", "/srv/shop/", "/srv/shop/c/d.js") == "../../c/d.js");
  CHECK(RelativeTo("/srv/shop/packages/api/", "/srv/shop/", "/srv/shopping/e.js") == "/srv/shopping/e.js");
  CHECK(RelativeTo("/srv/shop/packages/api/", "/srv/shop/", "node:fs") == "node:fs");
  CHECK(RelativeTo("/srv/shop/", "", "/srv/f.js") == "/srv/f.js");
  CHECK(RelativeTo("/", "/", "/f.js") == "f.js");
}

}  // namespace nacd::names
