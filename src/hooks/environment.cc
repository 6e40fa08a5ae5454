#include "hooks/environment.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "hooks/hook.h"
#include "hot.h"
#include "loop/outlook.h"
#include "v8/call_through.h"
#include "v8/stack_sample.h"

namespace nacd::hooks {
namespace {

uv_loop_t* LoopOf(napi_env env) {
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  return loop;
}

std::unique_ptr<schedule::Strategy> StrategyFor(const schedule::Options& options) {
  const bool decides = options.mode == schedule::Mode::kRandom || options.mode == schedule::Mode::kAlways;
  return decides ? schedule::MakeStrategy(options) : nullptr;
}

std::string WorkingDirectory() {
  char path[4096];
  return getcwd(path, sizeof path) ? path : "";
}

// What WaitOf() said.
schedule::Decision DecisionOf(napi_env env, napi_value wait) {
  double ms = 0;
  if (napi_get_value_double(env, wait, &ms) != napi_ok) return {};
  if (ms < 0) return {true, 0, static_cast<schedule::Ticket>(-ms)};
  return {true, ms};
}

// park(ms or undefined, object, function, self, arguments): with an object, in the order of its connected callbacks,
// and at once where nothing of it waits and there is no delay.
napi_value OnPark(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* environment = arguments.hook<Environment>();
  double object = 0;
  schedule::Decision decision = DecisionOf(env, arguments[0]);
  napi_get_value_double(env, arguments[1], &object);
  const auto id = static_cast<uint64_t>(object);
  if (decision.ticket != 0 && environment->scheduler().gates().IsOpen(decision.ticket)) decision = {};
  if (!decision.delay && !environment->queues().Pending(id)) {
    return CallThrough(env, Undefined(env), environment->glue().apply.Value(), 3, arguments.data() + 2);
  }
  environment->Park(
      {.function = arguments[2], .self = arguments[3], .arguments = arguments[4], .decision = decision, .object = id});
  return nullptr;
}

// note(name, phase): the operation is carried out now
napi_value OnNote(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  uint32_t phase = 0;
  napi_get_value_uint32(env, arguments[1], &phase);
  const NameText name(env, arguments[0]);
  arguments.hook<Environment>()->scheduler().RecordRun(name.view(), static_cast<schedule::Phase>(phase));
  return nullptr;
}

// fatal(error): as an exception of a native callback, it goes to 'uncaughtException'.
napi_value OnFatal(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  napi_fatal_exception(env, arguments[0]);
  return nullptr;
}

// What gets past that: an exception of ours, or the end of the thread.
void Report(napi_env env) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (!pending) return;
  napi_value error = nullptr;
  napi_get_and_clear_last_exception(env, &error);
  napi_fatal_exception(env, error);
}

}  // namespace

Environment::Environment(napi_env env, const schedule::Options& options, std::unique_ptr<model::Model> model,
                         std::unique_ptr<trace::Writer> trace, Glue glue, std::string own_directory)
    : env_(env),
      model_(std::move(model)),
      trace_(std::move(trace)),
      glue_(std::move(glue)),
      scheduler_(options, StrategyFor(options), trace_.get()),
      delays_(LoopOf(env)),
      idle_watch_(
          LoopOf(env), [this] { return OutlookNow(); }, [this] { TellGates(0); }),
      queues_(&delays_),
      naming_(env, &glue_, WorkingDirectory(), std::move(own_directory)) {
  delays_.set_gates(&scheduler_.gates());
  park_ = Function("park", OnPark);
  note_ = Function("note", OnNote);
  fatal_ = Function("fatal", OnFatal);
}

Reference Environment::Function(const char* name, napi_callback native) {
  napi_value function = nullptr;
  napi_create_function(env_, name, NAPI_AUTO_LENGTH, native, this, &function);
  return {env_, function};
}

NACD_HOT schedule::Decision Environment::Decide(const schedule::Operation& operation) {
  const schedule::Decision decision = Choose(operation);
  scheduler_.Record(operation, decision);
  return decision;
}

void Environment::HoldByHooks(std::string api) {
  if (std::find(held_by_hooks_.begin(), held_by_hooks_.end(), api) == held_by_hooks_.end()) {
    held_by_hooks_.push_back(std::move(api));
  }
}

bool Environment::IsOfNoSource(const schedule::Operation& operation) const {
  if (operation.phase == schedule::Phase::kTimer) return true;
  return std::find(held_by_hooks_.begin(), held_by_hooks_.end(), operation.api) != held_by_hooks_.end();
}

NACD_HOT schedule::Decision Environment::Choose(const schedule::Operation& operation) {
  if (!scheduler_.may_delay()) return {};
  // Gates stand where the user's code is called, whoever carries delays out.
  if (carrier_ == Carrier::kLoop || (carrier_ == Carrier::kBoth && !IsOfNoSource(operation))) {
    return scheduler_.gates().any() ? scheduler_.AskGates(operation) : schedule::Decision();
  }
  return scheduler_.Choose(operation, scheduler_.asks_time() ? delays_.Now() : 0);
}

std::string Environment::ControlLoop(bool delays, bool virtual_clock) {
  loop::EngineOptions options = loop::EngineOptions::From(scheduler_.options());
  options.delays = delays;
  options.virtual_clock = virtual_clock;
  options.gates = has_gates_;
  // With gates alone nothing is left to chance.
  if (scheduler_.options().mode == schedule::Mode::kNever) options.epoll_degrees_of_freedom = 0;
  LearnStates();
  loop::SetV8State(SampledState, V8Code());
  std::string error;
  engine_ = loop::Engine::Attach(LoopOf(env_), &scheduler_, trace_.get(), options, &error);
  return error;
}

schedule::Outlook Environment::OutlookNow() {
  uv_metrics_t metrics;
  schedule::Outlook outlook = WithoutEvents();
  outlook.events = uv_metrics_info(LoopOf(env_), &metrics) == 0 ? metrics.events : 0;
  return outlook;
}

schedule::Outlook Environment::WithoutEvents() {
  const HandleScope scope(env_);
  // Milliseconds pass by themselves; a timer of the program's may be what everything waits for.
  if (delays_.size() > 0) return {schedule::Prospect::kSomething};
  const std::array news{Number(env_, static_cast<double>(scheduler_.gates().news()))};
  if (IsTrue(env_, Call(env_, Undefined(env_), glue_.timersGoOn.Value(), news))) {
    return {schedule::Prospect::kSomething};
  }
  uv_loop_t* loop = LoopOf(env_);
  return engine_ ? loop::OutlookOf(loop, known_threads_, engine_->ProspectNow())
                 : loop::OutlookOf(loop, known_threads_);
}

std::string Environment::DetailsOf(napi_value arguments) {
  if (!scheduler_.gates().asks_details()) return {};
  return ToString(env_, Call(env_, Undefined(env_), glue_.details.Value(), std::array{arguments})) + '\n';
}

void Environment::ListenToGates(napi_value listener) {
  // A worker's own port to its parent is always there: by it a test runner talks to the tests.
  const bool is_main = getpid() == static_cast<pid_t>(syscall(SYS_gettid));
  if (!is_main && gate_listeners_.empty()) known_threads_ = loop::ThreadHandles(LoopOf(env_));
  gate_listeners_.emplace_back(env_, listener);
  scheduler_.gates().set_on_open([this](uint32_t id) { delays_.After(0, [this, id] { TellGates(id); }); });
  scheduler_.gates().set_on_change([this] { idle_watch_.Set(scheduler_.gates().blocked()); });
}

void Environment::UnlistenToGates(napi_value listener) {
  std::erase_if(gate_listeners_, [this, listener](const Reference& known) {
    bool same = false;
    return napi_strict_equals(env_, known.Value(), listener, &same) == napi_ok && same;
  });
}

void Environment::TellGates(uint32_t id) {
  const HandleScope scope(env_);
  const std::array told{Number(env_, id)};
  std::vector<napi_value> listeners;  // who listens may end that, or begin
  for (const Reference& listener : gate_listeners_) listeners.push_back(listener.Value());
  for (napi_value listener : listeners) {
    napi_value result = nullptr;
    if (napi_make_callback(env_, nullptr, listener, listener, told.size(), told.data(), &result) != napi_ok)
      Report(env_);
  }
}

void Environment::set_has_gates() {
  has_gates_ = true;
  sleepers_.Wake();
}

NACD_HOT napi_value Environment::note() const {
  return scheduler_.watching() || has_gates_ ? note_.Value() : Undefined(env_);
}

napi_value Environment::Noted(napi_value function, std::string_view name, schedule::Phase phase) {
  if (!scheduler_.watching()) return function;
  return Call(env_, Undefined(env_), glue_.noted.Value(),
              std::array{function, note_.Value(), OpaqueName(env_, name), Integer(env_, static_cast<int>(phase))});
}

Environment::~Environment() = default;

Hook* Environment::EmitHookOf(napi_value emit) {
  for (const auto& [known, hook] : emits_) {
    bool same = false;
    if (emit && napi_strict_equals(env_, known.Value(), emit, &same) == napi_ok && same) return hook;
  }
  return nullptr;
}

napi_value Environment::Enter(napi_value context, napi_value function, napi_value self, napi_value arguments) {
  napi_value storage = Call(env_, Undefined(env_), glue_.storage.Value(), 0, nullptr);
  if (!storage) return nullptr;
  double* slot = naming_.slot();
  const double before = *slot;
  napi_get_value_double(env_, context, slot);
  const std::array given{context, glue_.apply.Value(), function, self, arguments};
  napi_value result = CallThrough(env_, storage, Get(env_, storage, "run"), given.size(), given.data());
  *slot = before;
  return result;
}

Hook* Environment::Keep(std::unique_ptr<Hook> hook) {
  hooks_.push_back(std::move(hook));
  return hooks_.back().get();
}

double Environment::HeldTime() { return delays_.HeldMs() + (engine_ ? engine_->stats().held_ms : 0); }

uint64_t Environment::turn() const {
  uv_metrics_t metrics;
  return uv_metrics_info(LoopOf(env_), &metrics) == 0 ? metrics.loop_count : 0;
}

void Environment::Park(ParkedCall call) {
  napi_value parked =
      Call(env_, Undefined(env_), glue_.park.Value(),
           std::array{call.function, call.self, call.arguments, call.context ? call.context : Undefined(env_)});
  if (!parked) return;
  auto waiting = std::make_shared<Reference>(env_, parked);
  schedule::Task task = [this, waiting, before = std::move(call.before)] {
    if (before) before();
    Run(*waiting);
  };
  if (call.object == 0) {
    delays_.Carry(call.decision, std::move(task));
  } else {
    queues_.Enqueue(call.object, call.decision, std::move(task), call.cancellable);
  }
}

void Environment::Run(const Reference& parked) {
  napi_handle_scope scope = nullptr;
  if (napi_open_handle_scope(env_, &scope) != napi_ok) return;
  napi_value call = parked.Value();
  napi_value result = nullptr;
  const std::array arguments{call, fatal_.Value()};
  // As after any native callback, nextTick and microtasks run when this returns.
  if (napi_make_callback(env_, nullptr, call, glue_.run.Value(), arguments.size(), arguments.data(), &result) !=
      napi_ok) {
    Report(env_);
  }
  napi_close_handle_scope(env_, scope);
}

void Environment::Close(std::function<void()> closed) {
  engine_.reset();
  scheduler_.gates().set_on_change(nullptr);
  idle_watch_.Close([this, closed = std::move(closed)] { delays_.Close(closed); });
}

}  // namespace nacd::hooks
