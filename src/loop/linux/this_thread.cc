#include "loop/linux/this_thread.h"

#include <atomic>

#include "loop/linux/objects.h"

namespace nacd::loop {
namespace {

NACD_FAST_TLS thread_local int t_threads_started = 0;
NACD_FAST_TLS thread_local const OnceCall* t_once = nullptr;  // the innermost

std::atomic<bool> g_foreign_threads{false};

}  // namespace

void OnThreadStart(const void* caller) {
  t_threads_started++;
  if (!IsOfNode(caller)) g_foreign_threads.store(true);
}

bool HasForeignThreads() { return g_foreign_threads.load(std::memory_order_relaxed); }

OnceCall::OnceCall(const void* caller) : outer_(t_once), caller_(caller), threads_before_(t_threads_started) {
  t_once = this;
}

OnceCall::~OnceCall() { t_once = outer_; }

int OnceCall::threads_started() const { return t_threads_started - threads_before_; }

bool StartsPoolNow() { return t_once && t_once->threads_started() > 0 && IsOfLibuv(t_once->caller_); }

}  // namespace nacd::loop
