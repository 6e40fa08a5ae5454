#include "hooks/process.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#ifdef __GLIBC__
#include <unistd.h>
#endif

namespace nacd::hooks {
namespace {

std::mutex mutex;
std::optional<uint32_t> process_seed;
std::optional<std::string> main_script;
double spent_on_children_ms = 0;

// These are the main thread's. They are null once its environment has ended.
uv_loop_t* main_loop = nullptr;
trace::Writer* main_trace = nullptr;
uv_pid_t main_process = 0;  // a child that was forked and calls exit() has the trace of its parent

#ifdef __GLIBC__
bool telling = false;

void Tell(int status, void* seed) {
  if (status == 0) return;
  char line[128];
  const auto number = static_cast<unsigned>(reinterpret_cast<uintptr_t>(seed));
  const int length =
      snprintf(line, sizeof line, "nacd: failed with seed %u; NACD_SEED=%u repeats its delays\n", number, number);
  // Nothing can be done about a standard error that takes no more.
  if (write(STDERR_FILENO, line, static_cast<size_t>(length)) < 0) return;
}
#endif

}  // namespace

uint32_t ProcessSeed(std::optional<uint32_t> given) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (given) return *given;
  if (!process_seed) process_seed = std::random_device()();
  return *process_seed;
}

std::string MainScript(const std::string& given) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (!main_script) main_script = given;
  return *main_script;
}

double SpendOnChildren(double ms) {
  const std::lock_guard<std::mutex> lock(mutex);
  return spent_on_children_ms += ms;
}

bool TellSeedOnFailure(uint32_t seed) {
#ifdef __GLIBC__
  const std::lock_guard<std::mutex> lock(mutex);
  if (telling) return true;
  telling = true;
  return on_exit(Tell, reinterpret_cast<void*>(static_cast<uintptr_t>(seed))) == 0;
#else
  (void)seed;
  return false;
#endif
}

void TraceExit(uv_loop_t* loop, trace::Writer* trace) {
  main_loop = loop;
  main_trace = trace;
  main_process = uv_os_getpid();
  if (!trace) return;
  static const bool registered = atexit([] {
                                   if (!main_trace || main_process != uv_os_getpid()) return;
                                   const double pending = main_loop->active_handles + main_loop->active_reqs.count;
                                   main_trace->WriteNumbers("exit", {{"t", main_trace->Now()}, {"pending", pending}});
                                 }) == 0;
  (void)registered;  // without it the trace lacks a line
}

}  // namespace nacd::hooks
