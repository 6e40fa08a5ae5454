// Rules about the keys that go together within one property.
#include "fixture.h"

namespace nacd::model {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("a key that says something only for some patterns is a fault without them") {
  struct Example {
    const char* key;
    const char* value;
  };
  for (const Example& example :
       {Example{"postponeAction", "true"}, Example{"returnedObject", "\"m\""}, Example{"AsyncObjectProperty", "\"m\""},
        Example{"callbackObjects", "[\"m\"]"}, Example{"callbackArgument", "0"}, Example{"handle", "\"_handle.on\""},
        Example{"event", "\"data\""}, Example{"arguments", "[\"path\"]"}, Example{"heldByHooks", "true"},
        Example{"thread", "\"end\""}, Example{"immediate", "true"}, Example{"optionsArgument", "0"}}) {
    const std::string pair = std::string("\"") + example.key + "\": " + example.value;
    CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": [], )" + pair + "}"),
               Contains(std::string("/properties/0/") + example.key + ": is allowed only where \"type\" has one of"));
  }
}

TEST_CASE("a key that says something only beside another is a fault without that") {
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "arguments": ["path"]})"),
             Contains("/properties/0/arguments: is allowed only beside \"postponeAction\": true"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "immediate": true})"),
             Contains("/properties/0/immediate: is allowed only beside \"timer\": true"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["RP"], "optionsArgument": 0})"),
             Contains("/properties/0/optionsArgument: is allowed only beside \"timer\": true"));
}

TEST_CASE("a pattern that says nothing without a key is a fault") {
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["RO"]})"), Contains("lacks \"returnedObject\", which RO needs"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["OC"]})"), Contains("lacks \"returnedObject\", which OC needs"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["OP"]})"), Contains("lacks \"AsyncObjectProperty\""));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CO"]})"), Contains("lacks \"callbackObjects\""));
}

TEST_CASE("an event is no method, and a start is no arrival") {
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["EV", "CB"]})"), Contains("/type: EV names an event"));
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["AC", "SO"]})"), Contains("/type: AC (work goes out)"));
}

TEST_CASE("versions are three numbers, and since comes before until") {
  for (const char* wrong : {"18", "18.3", "v18.3.0", "18.3.0.1", "18.3.1000", "18..0", "", "18.3.0 ", "x"}) {
    CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "since": ")" + std::string(wrong) + "\"}"),
               Contains("/properties/0/since: is \"" + std::string(wrong) + "\"; a version such as \"18.3.0\" is"));
  }
  CHECK_THAT(FaultOfProperty(R"({"name": "a", "type": ["CB"], "since": "22.0.0", "until": "22.0.0"})"),
             Contains("/properties/0/until: is no later than \"since\""));
  CHECK_THAT(FaultOf(R"({"moduleName": "m", "since": "22.0.0", "until": "20.0.0"})"), Contains("/until: is no later"));
}

TEST_CASE("ParseVersion") {
  uint32_t version = 0;
  REQUIRE(ParseVersion("26.10.3", &version));
  CHECK(version == 26'010'003);
  CHECK_FALSE(ParseVersion("26.10", &version));
}

}  // namespace
}  // namespace nacd::model
