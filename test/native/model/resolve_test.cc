// Inheritance, references and versions, over one file or several.
#include "fixture.h"

namespace nacd::model {
namespace {

using Catch::Matchers::Contains;
using Names = std::vector<std::string>;

TEST_CASE("a class has its own properties first, then those it inherits and does not override") {
  auto model = Load(R"([
    {"moduleName": "E", "properties": [{"name": "on", "type": ["CB"]}, {"name": "x", "type": ["CB"]}]},
    {"moduleName": "S", "is": ["E"], "properties": [{"name": "x", "type": ["RP"]}, {"name": "y", "type": ["CB"]}]}
  ])");
  CHECK(NamesOf(model->Find("S")->resolved) == Names{"x", "y", "on"});
  CHECK(Get(*model, "S", "x").patterns == kReturnedPromise);
  CHECK(Get(*model, "S", "on").owner == "E");
}

TEST_CASE("a diamond inherits once, the nearer before the common one") {
  auto model = Load(R"([
    {"moduleName": "Stream", "properties": [{"name": "p", "type": ["CB"]}, {"name": "q", "type": ["CB"]}]},
    {"moduleName": "Readable", "is": ["Stream"], "properties": [{"name": "p", "type": ["RP"]}]},
    {"moduleName": "Writable", "is": ["Stream"], "properties": [{"name": "q", "type": ["RP"]}]},
    {"moduleName": "Duplex", "is": ["Readable", "Writable"]}
  ])");
  CHECK(NamesOf(model->Find("Duplex")->resolved) == Names{"p", "q"});
  CHECK(Get(*model, "Duplex", "p").owner == "Readable");
  CHECK(Get(*model, "Duplex", "q").owner == "Writable");
}

TEST_CASE("a method does not hide an event of the same name") {
  auto model = Load(R"([
    {"moduleName": "Server", "properties": [{"name": "close", "type": ["EV"]}]},
    {"moduleName": "Http", "is": ["Server"], "properties": [{"name": "close", "type": ["CB"]}]}
  ])");
  CHECK(Get(*model, "Http", "close").owner == "Http");
  CHECK(Get(*model, "Http", "close", true).owner == "Server");
}

TEST_CASE("an empty type hides what is inherited") {
  auto model = Load(R"([
    {"moduleName": "Socket", "properties": [{"name": "_write", "type": ["AC"]}]},
    {"moduleName": "Stdout", "is": ["Socket"], "properties": [{"name": "_write", "type": []}]}
  ])");
  CHECK(Get(*model, "Stdout", "_write").patterns == 0);
}

TEST_CASE("cycles and contradicting orders are faults") {
  CHECK(FaultOf(R"([{"moduleName": "a", "is": ["b"]}, {"moduleName": "b", "is": ["a"]}])") ==
        "m.json: /0/is/0: inherits from itself: a is b is a");
  CHECK_THAT(FaultOf(R"({"moduleName": "a", "is": ["a"]})"), Contains("/is/0: inherits from itself: a is a"));
  CHECK_THAT(
      FaultOf(R"([{"moduleName": "a"}, {"moduleName": "b", "is": ["a"]}, {"moduleName": "c", "is": ["a", "b"]}])"),
      Contains("/2/is/0: \"c\" inherits in an order that contradicts"));
}

TEST_CASE("unknown classes are faults, wherever they are named") {
  CHECK_THAT(FaultOf(R"([{"moduleName": "a", "is": ["b"]}])"), Contains("m.json: /0/is/0: unknown class \"b\""));
  CHECK_THAT(FaultOfProperty(R"({"name": "f", "type": ["RO"], "returnedObject": "x"})"),
             Contains("m.json: /properties/0/returnedObject: unknown class \"x\""));
  CHECK_THAT(FaultOfProperty(R"({"name": "f", "type": ["OP"], "AsyncObjectProperty": "x"})"),
             Contains("m.json: /properties/0/AsyncObjectProperty: unknown class \"x\""));
  CHECK_THAT(FaultOfProperty(R"({"name": "f", "type": ["CO"], "callbackObjects": ["m", "x"]})"),
             Contains("m.json: /properties/0/callbackObjects/1: unknown class \"x\""));
}

TEST_CASE("a later file adds to a class, replaces properties, and faults name the right file") {
  Loader loader;
  REQUIRE(loader.AddText(R"([{"moduleName": "fs", "properties": [{"name": "a", "type": ["CB"]},
                                                                 {"name": "b", "type": ["CB"]}]}])",
                         "one.json"));
  REQUIRE(loader.AddText(R"({"moduleName": "fs", "properties": [{"name": "b", "type": []},
                                                                {"name": "c", "type": ["RP"]}]})",
                         "two.json"));
  auto model = loader.Finish(kNode20);
  REQUIRE(model);
  CHECK(NamesOf(model->Find("fs")->resolved) == Names{"a", "b", "c"});
  CHECK(Get(*model, "fs", "b").patterns == 0);

  REQUIRE(loader.AddText(R"({"moduleName": "fs", "is": ["E"]})", "three.json"));
  CHECK(loader.Finish(kNode20) == nullptr);
  CHECK(loader.error().file == "three.json");
  CHECK(loader.error().pointer == "/is/0");
}

TEST_CASE("a model has what its Node version has, and the rest is as if it were not named") {
  const std::string text = R"([
    {"moduleName": "zlib", "properties": [
      {"name": "gzip", "type": ["CB"]},
      {"name": "zstd", "type": ["CB"], "since": "22.15.0"},
      {"name": "old", "type": ["CB"], "until": "22.0.0"},
      {"name": "Zstd", "type": ["OC"], "returnedObject": "zlib.Zstd"}]},
    {"moduleName": "zlib.Zstd", "since": "22.15.0"},
    {"moduleName": "Sub", "is": ["zlib.Zstd"]}
  ])";
  auto node20 = Load(text, 20'000'000);
  CHECK(NamesOf(node20->Find("zlib")->resolved) == Names{"gzip", "old", "Zstd"});
  CHECK(Get(*node20, "zlib", "Zstd").returned_object == "");
  CHECK(node20->Find("zlib.Zstd") == nullptr);
  CHECK(node20->Find("Sub")->is.empty());
  auto node24 = Load(text, 24'000'000);
  CHECK(NamesOf(node24->Find("zlib")->resolved) == Names{"gzip", "zstd", "Zstd"});
  CHECK(node24->Find("zlib.Zstd") != nullptr);
}

TEST_CASE("a class's module and path are taken from its name, or said") {
  auto model = Load(R"([
    {"moduleName": "net"}, {"moduleName": "net.Socket"},
    {"moduleName": "socket.io"}, {"moduleName": "socket.io.Server"},
    {"moduleName": "EventEmitter", "module": "events", "exportPath": "EventEmitter"},
    {"moduleName": "net.Hidden", "exported": false}
  ])");
  auto export_of = [&](const char* name) { return model->Find(name)->module + ":" + model->Find(name)->export_path; };
  CHECK(export_of("net") == "net:");
  CHECK(export_of("net.Socket") == "net:Socket");
  CHECK(export_of("socket.io") == "socket.io:");
  CHECK(export_of("socket.io.Server") == "socket.io:Server");
  CHECK(export_of("EventEmitter") == "events:EventEmitter");
  CHECK(export_of("net.Hidden") == ":");
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "exportPath": "X"})"), Contains("/exportPath: is allowed only beside"));
}

TEST_CASE("listeners are told from other connected callbacks") {
  auto model = Load(R"({"moduleName": "m", "properties": [
    {"name": "once", "type": ["CB"], "connectedCallbacks": true},
    {"name": "send", "type": ["CB"], "connectedCallbacks": true}]})");
  CHECK(Get(*model, "m", "once").registers_listener());
  CHECK_FALSE(Get(*model, "m", "send").registers_listener());
}

}  // namespace
}  // namespace nacd::model
