#include "hooks/subject.h"

#include <catch2/catch.hpp>
#include <cstdlib>

namespace nacd::hooks {

TEST_CASE("the subject of a path is its last part", "[hooks]") {
  CHECK(Subject("/etc/hosts") == "hosts");
  CHECK(Subject("package.json") == "package.json");
  CHECK(Subject("/var/log///") == "log");
  CHECK(Subject("").empty());
  CHECK(Subject("///").empty());
}

TEST_CASE("numbers and random parts of a subject are left out", "[hooks]") {
  CHECK(Subject("worker-12.sock") == "worker-12.sock");
  CHECK(Subject("worker-12345.sock") == "worker-*.sock");
  CHECK(Subject("cache-a1b2c3d4.json") == "cache-*.json");
  CHECK(Subject("AbCdEfGh.txt") == "*.txt");
  CHECK(Subject("README.md") == "README.md");
  CHECK(Subject("V1StGXR8_Z5jdHi6B-myT") == "*");  // nanoid
  CHECK(Subject("x4_-Qk2hPz9LmW7vTb-aa.json") == "*.json");
  CHECK(Subject("sess-Uak1mK_-pQ8s2nV4xZ7.json") == "*.json");  // base64url
  CHECK(Subject("01ARZ3NDEKTSV4RRFFQ69G5FAV.log") == "*.log");  // ULID
  CHECK(Subject("backup-2026-11-23T04-10-07.tar") == "backup-*.tar");
  CHECK(Subject("2026_1_3.txt") == "*.txt");
  CHECK(Subject("my-long-component-name-v2.js") == "my-long-component-name-v2.js");
  CHECK(Subject("HTTP2-and-HTTP1-Agents.md") == "HTTP2-and-HTTP1-Agents.md");
  CHECK(Subject("part-1-of-2.txt") == "part-1-of-2.txt");
  CHECK(Subject("utf8") == "utf8");
}

TEST_CASE("the letters of mkdtemp are left out in the folder for temporary files, and elsewhere if they stand alone",
          "[hooks]") {
  setenv("TMPDIR", "/scratch/", 1);
  CHECK(Subject("/scratch/test-abcdef") == "test-*");
  CHECK(Subject("/scratch/testabcdef") == "test*");
  CHECK(Subject("/home/test-abcdef") == "test-abcdef");
  CHECK(Subject("/home/test-aB3def") == "test-*");
  CHECK(Subject("/home/testaB3def") == "testaB3def");
  unsetenv("TMPDIR");
}

TEST_CASE("a subject has at most 40 characters", "[hooks]") {
  CHECK(Subject(std::string(100, 'a')) == std::string(40, 'a'));
}

}  // namespace nacd::hooks
