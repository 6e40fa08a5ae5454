#include "hooks/gates_binding.h"

#include <napi.h>

#include <string>
#include <utility>

#include "schedule/gates.h"

namespace nacd::hooks {
namespace {

using schedule::Gates;
using schedule::GateSpec;
using schedule::Location;
using schedule::PhaseName;

std::string Text(const Napi::Object& object, const char* key) {
  const Napi::Value value = object.Get(key);
  return value.IsString() ? value.As<Napi::String>().Utf8Value() : std::string();
}

uint32_t Count(const Napi::Object& object, const char* key) {
  const Napi::Value value = object.Get(key);
  return value.IsNumber() ? value.As<Napi::Number>().Uint32Value() : 0;
}

Location LocationOf(const Napi::Object& given) {
  Location location;
  location.text = Text(given, "text");
  location.api = Text(given, "api");
  location.subject = Text(given, "subject");
  location.file = Text(given, "file");
  location.line = static_cast<int>(Count(given, "line"));
  location.column = static_cast<int>(Count(given, "column"));
  location.name = Text(given, "name");
  location.tail = Text(given, "tail");
  location.call = Count(given, "call");
  location.phases = Count(given, "phases");
  location.count = Count(given, "count");
  const auto details = given.Get("details").As<Napi::Array>();
  for (uint32_t i = 0; i < details.Length(); i++) {
    const auto pair = details.Get(i).As<Napi::Array>();
    location.details.emplace_back(pair.Get(0U).As<Napi::String>().Utf8Value(),
                                  pair.Get(1U).As<Napi::String>().Utf8Value());
  }
  return location;
}

std::vector<Location> LocationsOf(const Napi::Object& object, const char* key) {
  std::vector<Location> locations;
  const auto given = object.Get(key).As<Napi::Array>();
  for (uint32_t i = 0; i < given.Length(); i++) locations.push_back(LocationOf(given.Get(i).As<Napi::Object>()));
  return locations;
}

// add({where: [location], after: [location], barrier, byHand}) => id
Napi::Value OnAdd(const Napi::CallbackInfo& info) {
  const auto given = info[0].As<Napi::Object>();
  const GateSpec spec{LocationsOf(given, "where"), LocationsOf(given, "after"), Count(given, "barrier"),
                      given.Get("byHand").ToBoolean()};
  auto* environment = static_cast<Environment*>(info.Data());
  return Napi::Number::New(info.Env(), environment->scheduler().gates().Add(spec));
}

using Change = void (Gates::*)(uint32_t);

// remove(id), open(id), close(id)
template <Change change>
void OnChange(const Napi::CallbackInfo& info) {
  Gates& gates = static_cast<Environment*>(info.Data())->scheduler().gates();
  (gates.*change)(info[0].As<Napi::Number>().Uint32Value());
}

// listen(function): called as function(id) when a gate has opened by itself, as function(0) when nothing can go on
template <bool is_main>
void OnListen(const Napi::CallbackInfo& info) {
  static_cast<Environment*>(info.Data())->gate_listeners().Add(info[0], is_main);
}

// unlisten(function): the function is not called any more
void OnUnlisten(const Napi::CallbackInfo& info) {
  static_cast<Environment*>(info.Data())->gate_listeners().Remove(info[0]);
}

// Returns the members that all kinds of reported operations have in common.
template <typename Operation>
Napi::Object DescriptionOf(Napi::Env env, const Operation& operation) {
  auto description = Napi::Object::New(env);
  description.Set("api", operation.api);
  description.Set("site", operation.site);
  description.Set("phase", std::string(PhaseName(operation.phase)));
  return description;
}

Napi::Value ListOf(Napi::Env env, const std::vector<Gates::Watch>& watches) {
  auto list = Napi::Array::New(env);
  for (const Gates::Watch& watch : watches) {
    auto one = Napi::Object::New(env);
    one.Set("text", watch.location.text);
    one.Set("matched", watch.matched);
    one.Set("met", watch.met);
    one.Set("ran", watch.ran);
    auto expected = Napi::Array::New(env);
    for (const Gates::Expected& operation : watch.expected) {
      auto about = Napi::Object::New(env);
      about.Set("name", operation.name);
      about.Set("phase", std::string(PhaseName(operation.phase)));
      about.Set("object", static_cast<double>(operation.object));
      expected.Set(expected.Length(), about);
    }
    one.Set("expected", expected);
    list.Set(list.Length(), one);
  }
  return list;
}

Napi::Value WaitingOf(Napi::Env env, const Gates& gates) {
  auto list = Napi::Array::New(env);
  for (const auto& [ticket, waiting] : gates.waiting()) {
    auto one = DescriptionOf(env, waiting);
    one.Set("name", waiting.name);
    one.Set("object", static_cast<double>(waiting.object));
    one.Set("arrived", waiting.arrived && !gates.IsOpen(ticket));
    auto at = Napi::Array::New(env);
    for (uint32_t id : waiting.gates) at.Set(at.Length(), id);
    one.Set("gates", at);
    list.Set(list.Length(), one);
  }
  return list;
}

Napi::Value RefusalsOf(Napi::Env env, const Gates::Gate& gate) {
  auto list = Napi::Array::New(env);
  for (const Gates::Refusal& refusal : gate.refusals) {
    auto one = DescriptionOf(env, refusal);
    one.Set("why", refusal.why);
    list.Set(list.Length(), one);
  }
  return list;
}

Napi::Value SeenOf(Napi::Env env, const Gates& gates) {
  auto list = Napi::Array::New(env);
  for (const Gates::Seen& seen : gates.seen()) {
    auto one = DescriptionOf(env, seen);
    one.Set("count", seen.count);
    list.Set(list.Length(), one);
  }
  return list;
}

// state() => {gates: {id: {open, reached, barrier, where, after}}, waiting, seen}: for reports
Napi::Value OnState(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Gates& gates = static_cast<Environment*>(info.Data())->scheduler().gates();
  auto by_id = Napi::Object::New(env);
  for (const auto& [id, gate] : gates.gates()) {
    auto one = Napi::Object::New(env);
    one.Set("open", gate.open);
    one.Set("reached", gate.reached);
    one.Set("barrier", gate.barrier);
    one.Set("refusals", RefusalsOf(env, gate));
    one.Set("where", ListOf(env, gate.where));
    one.Set("after", ListOf(env, gate.after));
    by_id.Set(id, one);
  }
  auto state = Napi::Object::New(env);
  state.Set("gates", by_id);
  state.Set("waiting", WaitingOf(env, gates));
  state.Set("seen", SeenOf(env, gates));
  return state;
}

}  // namespace

napi_value GatesFor(Environment* environment, bool is_main) {
  const Napi::Env env(environment->env());
  environment->AllowGates();
  auto gates = Napi::Object::New(env);
  gates.Set("add", Napi::Function::New(env, OnAdd, "add", environment));
  gates.Set("remove", Napi::Function::New(env, OnChange<&Gates::Remove>, "remove", environment));
  gates.Set("open", Napi::Function::New(env, OnChange<&Gates::Open>, "open", environment));
  gates.Set("close", Napi::Function::New(env, OnChange<&Gates::Close>, "close", environment));
  gates.Set("listen", Napi::Function::New(env, is_main ? OnListen<true> : OnListen<false>, "listen", environment));
  gates.Set("unlisten", Napi::Function::New(env, OnUnlisten, "unlisten", environment));
  gates.Set("state", Napi::Function::New(env, OnState, "state", environment));
  return gates;
}

}  // namespace nacd::hooks
