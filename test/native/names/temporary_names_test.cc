#include "names/temporary_names.h"

#include <catch2/catch.hpp>

namespace nacd::loop {

TEST_CASE("letters of chance are left out of names, and nothing else is", "[loop]") {
  CHECK(WithoutChance("lib/data-abcdef/x") == "lib/data-abcdef/x");
  AddTemporary("/tmp/data-abcdef");
  AddTemporary("Bmul3H");
  CHECK(WithoutChance("lib/data-abcdef/x") == "lib/data-*/x");
  CHECK(WithoutChance("data-abcdef") == "data-*");
  CHECK(WithoutChance("/Bmul3H/data-abcdef/") == "/*/data-*/");
  CHECK(WithoutChance("data-abcdeg/file") == "data-abcdeg/file");
  CHECK(WithoutChance("") == "");
}

}  // namespace nacd::loop
