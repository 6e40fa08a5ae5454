// The form of a file: what is read into what, and how each fault is told.
#include "fixture.h"

namespace nacd::model {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("a file holds one class or an array of them") {
  CHECK(Load(R"({"moduleName": "fs"})")->classes().size() == 1);
  CHECK(Load(R"([{"moduleName": "fs"}, {"moduleName": "net"}])")->classes().size() == 2);
  CHECK(Load("[]")->classes().empty());
}

TEST_CASE("a property's keys are read, the paper's and ours") {
  auto model = Load(R"([
    {"moduleName": "m", "properties": [
      {"name": "f", "type": ["CB", "CO", "RP"], "postponeAction": true, "connectedCallbacks": true,
       "callbackObjects": ["", "m.C"], "callbackArgument": 0, "alias": true, "since": "18.3.0", "until": "24.0.0"},
      {"name": "make", "type": ["RO"], "returnedObject": "m.C"},
      {"name": "at", "type": ["OP"], "AsyncObjectProperty": "m.C"},
      {"name": "_listen2", "type": ["SO"], "handle": "_handle.onconnection", "event": "connection"},
      {"name": "close", "type": [], "cancels": true, "reason": "its callback is a listener"}
    ]},
    {"moduleName": "m.C"}
  ])");
  const Property& f = Get(*model, "m", "f");
  CHECK(f.patterns == (kSimpleCallback | kCallbackObject | kReturnedPromise));
  CHECK(f.postpone_action);
  CHECK(f.connected_callbacks);
  CHECK(f.callback_objects == std::vector<std::string>{"", "m.C"});
  CHECK(f.callback_argument == 0);
  CHECK(f.alternative);
  CHECK(f.owner == "m");
  CHECK(f.versions.since == 18'003'000);
  CHECK(f.versions.until == 24'000'000);
  CHECK(Get(*model, "m", "make").returned_object == "m.C");
  CHECK(Get(*model, "m", "at").object_property == "m.C");
  CHECK(Get(*model, "m", "_listen2").handle == "_handle.onconnection");
  CHECK(Get(*model, "m", "_listen2").event == "connection");
  CHECK(Get(*model, "m", "close").cancels);
  CHECK(Get(*model, "m", "close").patterns == 0);
}

TEST_CASE("the keys that hooks ask for are read") {
  auto model = Load(R"([
    {"moduleName": "m", "hooked": "asked", "usesThis": false, "arrivals": ["peer"], "properties": [
      {"name": "take", "type": ["CB"], "postponeAction": true, "arguments": ["file", "options?"]},
      {"name": "deliver", "type": ["SO"], "thread": "message", "heldByHooks": true},
      {"name": "ended", "type": ["SO"], "thread": "end"},
      {"name": "wait", "type": ["RP"], "timer": true, "immediate": true, "optionsArgument": 2}
    ]},
    {"moduleName": "m.C", "is": ["m"], "arrivals": ["stream"]}
  ])");
  CHECK(model->Find("m")->hooked == "asked");
  CHECK_FALSE(model->Find("m")->uses_this);
  CHECK(model->Find("m.C")->arrivals == std::vector<std::string>{"stream", "peer"});
  CHECK(model->Find("m.C")->uses_this);
  CHECK(Get(*model, "m", "take").arguments == "file options?");
  CHECK(Get(*model, "m", "deliver").thread == ThreadSource::kMessage);
  CHECK(Get(*model, "m", "deliver").held_by_hooks);
  CHECK(Get(*model, "m", "ended").thread == ThreadSource::kEnd);
  CHECK(Get(*model, "m", "wait").immediate);
  CHECK(Get(*model, "m", "wait").options_argument == 2);
  CHECK(Get(*model, "m", "take").options_argument == -1);
}

TEST_CASE("a word that is none of those allowed is a fault that lists them") {
  CHECK(FaultOf(R"({"moduleName": "m", "hooked": "soon"})") ==
        "m.json: /hooked: is \"soon\"; one of \"loaded\", \"asked\", \"brought\", \"required\", \"timers\" is allowed");
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "arrivals": "peer"})"),
             StartsWith("m.json: /arrivals: is \"peer\"; an array"));
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "usesThis": 0})"), StartsWith("m.json: /usesThis: is 0; true or false"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["SO"], "thread": "start"})"),
             Contains("/properties/0/thread: is \"start\"; one of \"message\", \"end\" is allowed"));
  CHECK_THAT(
      FaultOfProperty(R"({"name": "a", "type": ["CB"], "postponeAction": true, "arguments": ["path", "paht?"]})"),
      Contains("/properties/0/arguments/1: unknown kind \"paht?\"; one of path, fd"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "postponeAction": true, "arguments": []})"),
             Contains("/properties/0/arguments: is []; an array of at least one kind is allowed"));
}

TEST_CASE("what is not JSON is told with line and column") {
  CHECK_THAT(FaultOf("{\"moduleName\":\n  nope}"), StartsWith("m.json: is not JSON: parse error at line 2"));
  CHECK_THAT(FaultOf(""), StartsWith("m.json: is not JSON"));
  CHECK_THAT(FaultOf("{\"moduleName\": \"\xff\"}"), StartsWith("m.json: is not JSON"));
}

TEST_CASE("wrong types are faults that say what is allowed") {
  CHECK(FaultOf("3") == "m.json: is 3; a class (an object) or an array of classes is allowed");
  CHECK(FaultOf("[3]") == "m.json: /0: is 3; an object that describes a class is allowed");
  CHECK(FaultOf("[{}]") == "m.json: /0: lacks \"moduleName\"");
  CHECK(FaultOf(R"({"moduleName": ""})") == "m.json: /moduleName: is \"\"; a string that is not empty is allowed");
  CHECK(FaultOf(R"({"moduleName": "m", "is": "x"})") == "m.json: /is: is \"x\"; an array of strings is allowed");
  CHECK(FaultOf(R"({"moduleName": "m", "is": [1]})") == "m.json: /is/0: is 1; a string is allowed");
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "properties": {}})"), StartsWith("m.json: /properties: is {}; an array"));
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "exported": 1})"), StartsWith("m.json: /exported: is 1; true or false"));
  CHECK_THAT(FaultOfProperty("[]"), StartsWith("m.json: /properties/0: is []; an object"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a"})"), Contains("/properties/0: lacks \"type\""));
  CHECK_THAT(FaultOfProperty(R"({"type": []})"), Contains("/properties/0: lacks \"name\""));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": "CB"})"), Contains("/properties/0/type: is \"CB\"; an array"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "postponeAction": "yes"})"),
             Contains("/properties/0/postponeAction: is \"yes\"; true or false is allowed"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "callbackArgument": -1})"),
             Contains("a whole number from 0 to 31 is allowed"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "callbackArgument": 32})"), Contains("from 0 to 31"));
}

TEST_CASE("a long wrong value is told by its type") {
  CHECK(FaultOf("\"" + std::string(1000, 'x') + "\"").size() < 200);
}

TEST_CASE("unknown keys and patterns are faults that list the known ones") {
  CHECK_THAT(FaultOf(R"([{"moduleName": "m", "propertes": []}])"),
             StartsWith("m.json: /0/propertes: unknown key \"propertes\"; allowed are moduleName, is, properties"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "postpone": true})"),
             Contains("/properties/0/postpone: unknown key \"postpone\"; allowed are name, type, postponeAction"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB", "CX"]})"),
             Contains("/properties/0/type/1: unknown code pattern \"CX\"; one of CB, RO, OC, OP, CO, RP, AC, EV, SO"));
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "a/b~c": 1})"), StartsWith("m.json: /a~1b~0c: unknown key"));
}

TEST_CASE("what stands twice is a fault") {
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB", "CB"]})"), Contains("/type/1: stands twice: CB"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"]}, {"name": "a", "type": ["RP"]})"),
             Contains("/properties/1: \"a\" stands twice in \"m\""));
  CHECK_THAT(FaultOf(R"([{"moduleName": "e"}, {"moduleName": "m", "is": ["e", "e"]}])"),
             Contains("/1/is/1: stands twice: \"e\""));
}

TEST_CASE("the same name is no repetition for an event and a method, or for other versions") {
  CHECK(FaultOfProperty(R"({"name": "close", "type": ["CB"]}, {"name": "close", "type": ["EV"]})") == "");
  CHECK(FaultOfProperty(R"({"name": "a", "type": ["CB"], "until": "22.0.0"},
                           {"name": "a", "type": ["RP"], "since": "22.0.0"})") == "");
}

}  // namespace
}  // namespace nacd::model
