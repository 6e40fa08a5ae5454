#include "names/paths.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

namespace nacd::names {
namespace {

// lib/names reads the same file.
nlohmann::json Vectors() {
  std::ifstream file(NACD_NAMES_DIR "/paths.json");
  return nlohmann::json::parse(file);
}

}  // namespace

TEST_CASE("a path is relative to the working directory, in all of its project", "[names]") {
  const nlohmann::json vectors = Vectors()["relative"];
  REQUIRE(!vectors.empty());
  for (const nlohmann::json& one : vectors) {
    const std::string path = one["path"];
    INFO(path);
    CHECK(RelativeTo(one["directory"].get<std::string>(), one["root"].get<std::string>(), path) == one["relative"]);
  }
}

TEST_CASE("a path has slashes, and a drive a capital letter", "[names]") {
  const nlohmann::json vectors = Vectors()["slashed"];
  REQUIRE(!vectors.empty());
  for (const nlohmann::json& one : vectors) {
    CHECK(Slashed(one["path"], one["backslashes"]) == one["slashed"].get<std::string>());
  }
}

}  // namespace nacd::names
