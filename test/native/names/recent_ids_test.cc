#include "names/recent_ids.h"

#include <catch2/catch.hpp>
#include <string>

#include "names/name.h"

using namespace nacd::names;

namespace {

std::string Child(const std::string& name, const std::string& parent) {
  std::string digits(kDigitsSize, '\0');
  PutDigits(DigitsOf(parent), digits.data());
  return name + digits;
}

}  // namespace

TEST_CASE("operations are numbered from 1, each with one number") {
  RecentIds ids;
  CHECK(ids.IdOf("fs.stat@a.js:1:2#1") == 1);
  CHECK(ids.IdOf("fs.stat@a.js:1:2#2") == 2);
  CHECK(ids.IdOf("fs.stat@a.js:1:2#1") == 1);
}

TEST_CASE("a parent is found by the digits in the name, wherever they stand") {
  RecentIds ids;
  const std::string call = "fs.stat(a)@a.js:1:2#1";
  const uint64_t id = ids.IdOf(call);
  CHECK(ids.ParentOf(call) == 0);
  CHECK(ids.ParentOf(Child("fs.stat@a.js:2:2#1", call)) == id);
  CHECK(ids.ParentOf(Child("net.Socket.data@a.js:2:2/1", call) + "#3") == id);
  CHECK(ids.ParentOf("fs.stat@a.js:2:2#1<00000000") == 0);
}

TEST_CASE("a part of a call has the call as its parent, or the call's parent") {
  RecentIds ids;
  const std::string call = "fs.stat@a.js:1:2#1";
  const std::string timer = Child("setInterval@a.js:2:2#1", call);
  const uint64_t id = ids.IdOf(call);
  CHECK(ids.ParentOf(PartOf(call, "fs.stat#1", {})) == id);
  CHECK(ids.ParentOf(TickOf(timer, 1)) == id);
  CHECK(ids.ParentOf("connect#1/ready#1") == 0);
}

TEST_CASE("a call without a line has its parent's number") {
  RecentIds ids;
  const std::string call = "fs.stat@a.js:1:2#1";
  const std::string connect = Child("net.connect@a.js:2:2#1", call);
  const uint64_t id = ids.IdOf(call);
  ids.PassOn(connect);
  CHECK(ids.ParentOf(Child("fs.stat@a.js:3:2#1", connect)) == id);
  ids.PassOn("net.connect@a.js:9:9#1");
  CHECK(ids.ParentOf(Child("fs.stat@a.js:4:2#1", "net.connect@a.js:9:9#1")) == 0);
}

TEST_CASE("memory for numbers has an end: what is asked for is kept, what was not for long is unknown") {
  RecentIds ids;
  const std::string used = "fs.stat@a.js:1:1#1";
  const std::string unused = "fs.stat@a.js:2:2#1";
  const uint64_t id = ids.IdOf(used);
  CHECK(ids.IdOf(unused) == 2);
  for (int i = 0; i < 20000; i++) ids.IdOf("fs.open@a.js:1:1#" + std::to_string(i));
  CHECK(ids.ParentOf(Child("fs.read@a.js:1:1#1", unused)) == 2);
  for (int i = 0; i < 500000; i++) {
    REQUIRE(ids.IdOf("fs.stat@b.js:1:1#" + std::to_string(i)) == static_cast<uint64_t>(i) + 20003);
    if (i % 1000 == 0) REQUIRE(ids.IdOf(used) == id);
  }
  CHECK(ids.ParentOf(Child("fs.read@a.js:1:1#1", used)) == id);
  CHECK(ids.ParentOf(Child("fs.read@a.js:1:1#2", unused)) == 0);
}

TEST_CASE("each of a million operations has an id of its own, also where their digits are the same") {
  RecentIds ids;
  std::string name = "fs.stat@b.js:1:1#";
  for (uint32_t i = 1; i <= 1000000; i++) REQUIRE(ids.IdOf(name + std::to_string(i)) == i);
}
