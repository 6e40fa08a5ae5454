// The engine for systems whose event loop is not controlled yet: it compiles everywhere and says that it is not here.
#include "loop/engine.h"

namespace nacd::loop {

class Controller {};

std::string Unsupported() { return "the loop engine runs on Linux only"; }

std::unique_ptr<Engine> Engine::Attach(uv_loop_t*, schedule::Scheduler*, trace::Writer*, const EngineOptions&,
                                       std::string* error) {
  *error = Unsupported();
  return nullptr;
}

Engine::Engine(std::unique_ptr<Controller> controller) : controller_(std::move(controller)) {}

Engine::~Engine() = default;

EngineStats Engine::stats() const { return {}; }

schedule::Prospect Engine::ProspectNow() { return schedule::Prospect::kSomething; }

void KeepUntilReaped(int) {}

void Reap(int) {}

void HearChannel() {}

void OnThreadMade(uint32_t) {}

std::string FirstCopy() { return {}; }

void SetV8State(V8State, const void*) {}

std::string ClockForChildren() { return {}; }

std::string TimeOfDayForChildren() { return {}; }

}  // namespace nacd::loop
