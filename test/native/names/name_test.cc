#include "names/name.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "names/contexts.h"

using namespace nacd::names;
using nlohmann::json;

namespace {

json Vectors() {
  std::ifstream file(NACD_NAMES_DIR "/vectors.json");
  return json::parse(file);
}

std::string TextOf(const json& parts, const char* key) {
  if (!parts.contains(key)) return {};
  return parts[key].is_number() ? std::to_string(parts[key].get<int>()) : parts[key].get<std::string>();
}

uint64_t Hexadecimal(const std::string& text) { return std::stoull(text, nullptr, 16); }

// Writes the name with these parts.
std::string Written(const json& parts) {
  const auto count = static_cast<uint32_t>(parts.at("count").get<int>());
  const std::string parent = TextOf(parts, "parent");
  const Context context{parent.empty() ? 0 : ReadDigits(parent), 0, false};
  const std::string api = TextOf(parts, "api");
  const std::string subject = TextOf(parts, "subject");
  const std::string site = TextOf(parts, "site");
  if (parts.contains("object")) {
    const auto object = static_cast<uint32_t>(parts["object"].get<int>());
    return WithCount(CallOf(api, OriginOf(site, object, context.Suffix())), count) + TextOf(parts, "tail");
  }
  const bool is_call = parts.contains("site") || api == "fs.stat";
  if (!is_call) return WithCount(PartOf({}, api, TextOf(parts, "where")), count) + TextOf(parts, "tail");
  char text[256];
  char* end = PutCall(api, subject, site, text);
  CHECK(static_cast<size_t>(end - text) <= SizeOfCall(api, subject, site));
  end = context.PutSuffix(PutCount(count, end));
  return std::string(text, end) + TextOf(parts, "tail");
}

}  // namespace

TEST_CASE("names are read, written and hashed as the shared vectors say") {
  const json vectors = Vectors();
  REQUIRE(vectors.size() > 20);
  for (const json& vector : vectors) {
    const auto name = vector.at("name").get<std::string>();
    const json& expected = vector.at("parts");
    CAPTURE(name);
    const Parts parts = Read(name);
    CHECK(parts.api == TextOf(expected, "api"));
    CHECK(parts.subject == TextOf(expected, "subject"));
    CHECK(parts.where == TextOf(expected, "where"));
    CHECK(parts.site == TextOf(expected, "site"));
    CHECK(parts.object == TextOf(expected, "object"));
    CHECK(parts.count == TextOf(expected, "count"));
    CHECK(parts.parent == TextOf(expected, "parent"));
    CHECK(parts.tail == TextOf(expected, "tail"));
    CHECK(std::string(parts.owner) + TextOf(expected, "tail") == name);
    CHECK(Written(expected) == name);
    CHECK(DigitsOf(name) == Hexadecimal(vector.at("digits")));
    CHECK(StableHash(name) == Hexadecimal(vector.at("stable")));
    CHECK(FormOf(name, Tier::kName) == name);
    CHECK(FormOf(name, Tier::kSubject) == TextOf(vector.at("forms"), "subject"));
    CHECK(FormOf(name, Tier::kSite) == TextOf(vector.at("forms"), "site"));
    CHECK(FormOf(name, Tier::kParent, "fs.open@a.js:1:2") == TextOf(vector.at("forms"), "parent"));
  }
}

TEST_CASE("a text that is no name is read as far as it goes") {
  CHECK(Read("").owner.empty());
  CHECK(Read("fs.stat(a").api == "fs.stat");
  CHECK(Read("fs.stat@a.js:1:2").site == "a.js:1:2");
  CHECK(Read("fs.stat@a.js:1:2#").site == "a.js:1:2#");
  CHECK(Read("fs.stat@a.js:1:2#1<12").owner == "fs.stat@a.js:1:2#1");
}

TEST_CASE("the call site of a name") {
  CHECK(SiteOf("fs.stat@a.js:3:5#1") == "a.js:3:5");
  CHECK(SiteOf("fs.stat(x@y.js:1:1)@b/a.js:3:5#1/fs.stat#2") == "b/a.js:3:5");
  CHECK(SiteOf("net.Socket.data@b/a.js:3:5/12#3") == "b/a.js:3:5");
  CHECK(SiteOf("fs.WriteStream.open@a.js:3:5/1<67f5a737#1/fs.open#1") == "a.js:3:5");
  CHECK(SiteOf("fs.stat@a.js:3:5#2<67f5a737") == "a.js:3:5");
  CHECK(SiteOf("worker_threads.MessagePort.message@/5#1").empty());
  CHECK(SiteOf("connect#1/ready#2").empty());
}

TEST_CASE("operations of one place differ in counts, parents and subjects only") {
  const uint64_t stat = PlaceOf("fs.stat@a.js:3:5#1/fs.stat#1");
  CHECK(PlaceOf("fs.stat(b.txt)@a.js:3:5#12<67f5a737/fs.stat#2") == stat);
  CHECK(PlaceOf("fs.stat@a.js:3:6#1/fs.stat#1") != stat);
  CHECK(PlaceOf("fs.lstat@a.js:3:5#1/fs.stat#1") != stat);
  CHECK(PlaceOf("fs.stat@a.js:3:5#1/fs.open#1") != stat);
  CHECK(PlaceOf("fs.stat@a.js:3:5#1") != stat);
  CHECK(PlaceOf("net.Socket.data@a.js:3:5/2#3") == PlaceOf("net.Socket.data@a.js:3:5/1<67f5a737#1"));
  CHECK(PlaceOf("connect#1/ready#2") == PlaceOf("connect#22/ready#1"));
  CHECK(PlaceOf("connect#1/accepted/ready#2") != PlaceOf("connect#1/ready#2"));
  CHECK(PlaceOf("fs.open:a.txt#1") == PlaceOf("fs.open:b.txt#2"));
  CHECK(PlaceOf("a/b#c#") == PlaceOf("a/b#c#"));
}

TEST_CASE("the resource of a name") {
  CHECK(ResourceOf("fs.stat(a.txt)@b.js:1:2#1/fs.stat#1") == "a.txt");
  CHECK(ResourceOf("connect#1/ready#3") == "connect#1");
  CHECK(ResourceOf("fs.close@a/b.js:1:2#1<1a2b3c4d/fs.close#1") == "fs.close@a/b.js:1:2#1<1a2b3c4d");
  CHECK(ResourceOf("connect#1/accepted/ready#3") == "connect#1");
  CHECK(ResourceOf("dns.lookup@lib/b.js:1:2#3/getaddrinfo#1") == "dns.lookup@lib/b.js:1:2#3");
  CHECK(ResourceOf("odd") == "odd");
}

TEST_CASE("each kind of name is written in one way") {
  CHECK(PartOf("fs.readFile@a.js:1:2#1", "fs.open", "x") == "fs.readFile@a.js:1:2#1/fs.open");
  CHECK(PartOf({}, "fs.open", "x") == "fs.open:x");
  CHECK(PartOf({}, "timer", {}) == "timer");
  CHECK(TickOf("setInterval@a.js:1:2#1", 2) == "setInterval@a.js:1:2#1/tick#2");
  CHECK(ReadyOf("connect#1", 3) == "connect#1/ready#3");
  CHECK(ReadyOf(AcceptedOf("connect#1"), 3) == "connect#1/accepted/ready#3");
  CHECK(ReadyOf(AcceptedOf("listen#1", 2), 3) == "listen#1/accepted#2/ready#3");
}
