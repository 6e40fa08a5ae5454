#include "names/temporary_names.h"

#include <catch2/catch.hpp>

namespace nacd::names {

TEST_CASE("random letters are left out of names, and nothing else is", "[names]") {
  CHECK(WithoutRandomLetters("lib/data-abcdef/x") == "lib/data-abcdef/x");
  AddTemporary("/tmp/data-abcdef");
  AddTemporary("Bmul3H");
  CHECK(WithoutRandomLetters("lib/data-abcdef/x") == "lib/data-*/x");
  CHECK(WithoutRandomLetters("data-abcdef") == "data-*");
  CHECK(WithoutRandomLetters("/Bmul3H/data-abcdef/") == "/*/data-*/");
  CHECK(WithoutRandomLetters("data-abcdeg/file") == "data-abcdeg/file");
  CHECK(WithoutRandomLetters("") == "");
  CHECK(IsInTemporary("/tmp/data-abcdef/file"));
  CHECK(IsInTemporary("/tmp/data-abcdef"));
  CHECK_FALSE(IsInTemporary("/tmp/data-abcdeg/file"));
  CHECK_FALSE(IsInTemporary(""));
}

}  // namespace nacd::names
