#include "loop/linux/interpose.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "loop/linux/absolute_waits.h"
#include "loop/linux/addon_work.h"
#include "loop/linux/blocking.h"
#include "loop/linux/clock.h"
#include "loop/linux/condition_waits.h"
#include "loop/linux/controller.h"
#include "loop/linux/datagram_calls.h"
#include "loop/linux/fast_tls.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/file_changes.h"
#include "loop/linux/file_times.h"
#include "loop/linux/objects.h"
#include "loop/linux/patching.h"
#include "loop/linux/pool.h"
#include "loop/linux/pool_recorder.h"
#include "loop/linux/socket_calls.h"
#include "loop/linux/this_thread.h"
#include "loop/linux/waits.h"
#include "loop/linux/zombies.h"

namespace nacd::loop {
namespace {

NACD_FAST_TLS thread_local Visits* t_visits = nullptr;
NACD_FAST_TLS thread_local const void* t_looks_from = nullptr;  // libuv's one call of access(2)

// ---- the loop ----

int EpollPwait(int epfd, epoll_event* events, int capacity, int timeout, const sigset_t* mask) {
  if (t_visits) {
    t_visits->poll_fd = epfd;
    t_visits->polls++;
  }
  if (t_controller && t_controller->Owns(epfd)) return t_controller->Poll(events, capacity, timeout, mask);
  // Another loop on this thread, such as that of spawnSync, waits for something that a held child may have to do. The
  // loop that looks at the pool waits for its own tasks alone: it let held children go at a program's first task.
  if (t_controller && timeout != 0 && !t_recorder) t_controller->OnBlocking();
  return epoll_pwait(epfd, events, capacity, timeout, mask);
}

int EpollWait(int epfd, epoll_event* events, int capacity, int timeout) {
  return EpollPwait(epfd, events, capacity, timeout, nullptr);
}

int EpollCtl(int epfd, int operation, int fd, epoll_event* event) {
  if (t_controller && t_controller->Owns(epfd)) {
    t_controller->OnWatchesChanged();
    if (operation == EPOLL_CTL_DEL) t_controller->OnUnwatched(fd);
  }
  return epoll_ctl(epfd, operation, fd, event);
}

// libuv closes descriptors by syscall(2), and on newer versions changes its watches in batches by io_uring.
long Syscall(long number, long a, long b, long c, long d, long e, long f) {
#ifdef SYS_io_uring_setup
  // The self-check's loop lives for a moment; to make and unmake a ring takes longer than all else that it does.
  if (number == SYS_io_uring_setup && t_visits) {
    errno = ENOSYS;
    return -1;
  }
#endif
  if (number == SYS_futex && IsFutexWait(b)) return FutexWait(__builtin_return_address(0), a, b, c, d, e, f);
  if (number == SYS_futex) NoteWake();
  if (number == SYS_close) OnClosing(static_cast<int>(a));
#ifdef SYS_close_range
  if (number == SYS_close_range)
    OnClosingRange(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<int>(c));
#endif
  if (number == SYS_sendfile) {
    FdTable::Get().OnTold(static_cast<int>(a), nullptr, 0);
    const FileWrite change(static_cast<int>(a));
    return change.Ended(syscall(number, a, b, c, d, e, f));
  }
#ifdef SYS_copy_file_range
  if (number == SYS_copy_file_range) {
    const FileWrite change(static_cast<int>(c));
    return change.Ended(syscall(number, a, b, c, d, e, f));
  }
#endif
  if (number == SYS_sendmmsg) {  // libuv before 1.46
    return Sendmmsg(static_cast<int>(a), reinterpret_cast<mmsghdr*>(b), static_cast<unsigned>(c), static_cast<int>(d));
  }
#ifdef SYS_recvmmsg
  if (number == SYS_recvmmsg && FdTable::IsDatagram(static_cast<int>(a))) {  // libuv before 1.46
    return Recvmmsg(static_cast<int>(a), reinterpret_cast<mmsghdr*>(b), static_cast<unsigned>(c), static_cast<int>(d),
                    reinterpret_cast<timespec*>(e));
  }
#endif
#ifdef SYS_io_uring_enter
  if (number == SYS_io_uring_enter && t_controller) t_controller->OnWatchesChanged();
#endif
  const long result = syscall(number, a, b, c, d, e, f);
#ifdef SYS_statx
  if (number == SYS_statx && result == 0) FileTimes::Get().OnStatx(reinterpret_cast<struct statx*>(e));
#endif
  return result;
}

// ---- times of files ----

int Utimensat(int folder, const char* path, const timespec* times, int flags) {
  FileTimes::Get().OnSetTimes(times);
  FileTimes::Get().BeforeChange();
  return utimensat(folder, path, times, flags);
}

int Futimens(int fd, const timespec* times) {
  FileTimes::Get().OnSetTimes(times);
  FileTimes::Get().BeforeChange();
  return futimens(fd, times);
}

// libuv looks so for fs.existsSync and fs.accessSync. Handlers of signals may call this as well: theirs are left alone.
int Access(const char* path, int mode) {
  const int result = access(path, mode);
  if (!t_controller) return result;
  const int error = errno;
  const void* caller = __builtin_return_address(0);
  if (caller == t_looks_from || IsOfLibuv(caller)) {
    t_looks_from = caller;
    t_controller->OnLooked(path, result != 0 && error == ENOENT);
  }
  errno = error;
  return result;
}

// ---- the worker pool ----

int MutexLock(pthread_mutex_t* mutex) {
  const int result = pthread_mutex_lock(mutex);
  if (!t_controller) return result;
  if (t_recorder) {
    t_recorder->OnLock(mutex);
  } else if (!t_controller->controls()) {
    return result;
  } else if (t_controller->IsDoneMutex(mutex)) {
    t_controller->OnDoneLocked();
  } else if (Pool::Get().IsMutex(mutex)) {
    t_controller->pool_calls().OnLocked();
  }
  return result;
}

int MutexUnlock(pthread_mutex_t* mutex) {
  if (t_controller && t_recorder) t_recorder->OnUnlock(mutex);
  const bool pool = t_controller && !t_recorder && t_controller->controls() && Pool::Get().IsMutex(mutex);
  if (pool) t_controller->pool_calls().OnUnlocking();
  const int result = pthread_mutex_unlock(mutex);
  if (pool) t_controller->OnPoolUnlocked();
  return result;
}

int CondSignal(pthread_cond_t* condition) {
  if (t_recorder) t_recorder->OnSignal(condition);
  if (t_controller && !t_recorder && t_controller->pool_calls().OnSignal(condition)) return 0;
  BeforeSignal(condition);
  return pthread_cond_signal(condition);
}

int CondBroadcast(pthread_cond_t* condition) {
  BeforeBroadcast(condition);
  return pthread_cond_broadcast(condition);
}

int SemPost(sem_t* semaphore) {
  NoteWake();
  return sem_post(semaphore);
}

int ThreadCreate(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  OnThreadStart(__builtin_return_address(0));
  NoteWake();
  return pthread_create(thread, attributes, start, argument);
}

// libuv's function that starts its pool is in one source file with this one.
bool StartsPool(void (*init)()) {
  constexpr intptr_t kFar = 4096;
  const intptr_t distance = reinterpret_cast<intptr_t>(init) - reinterpret_cast<intptr_t>(&uv_queue_work);
  return distance > -kFar && distance < kFar;
}

// libuv starts its pool on the first task, by pthread_once. The moment right after that is ours to look at the pool:
// not earlier, since programs set UV_THREADPOOL_SIZE by themselves. Where the pool was started before our time (Node 20
// reads ES modules by it), libuv asks again for each task.
int Once(pthread_once_t* control, void (*init)()) {
  const void* caller = __builtin_return_address(0);
  int started = 0;
  int result = 0;
  {
    const OnceCall call(caller);
    result = pthread_once(control, init);
    started = call.threads_started();
  }
  if (Pool::Get().known() || t_recorder) return result;
  if (started > 0 && IsOfLibuv(caller)) {
    Pool::Get().set_size(started);
  } else if (started > 0 || !StartsPool(init)) {
    return result;
  }
  if (t_controller) t_controller->CalibratePool();
  return result;
}

// ---- addons ----

// A threadsafe function is a port of its own. Node-API's types are not known here.
int CreateThreadsafeFunction(void* env, void* function, void* resource, void* name, size_t most, size_t threads,
                             void* finalize_data, void* finalize, void* context, void* call, void** result) {
  static const auto original =
      reinterpret_cast<decltype(&CreateThreadsafeFunction)>(dlsym(RTLD_DEFAULT, "napi_create_threadsafe_function"));
  if (t_controller) t_controller->OnThreadsafeFunction(AddonOf(__builtin_return_address(0)));
  return original(env, function, resource, name, most, threads, finalize_data, finalize, context, call, result);
}

// ---- the clock ----

int ClockGettime(clockid_t id, timespec* time) {
  if (t_visits) t_visits->clocks++;
  const int result = clock_gettime(id, time);
  const int64_t offset = Clock::IsTimeOfDay(id) ? Clock::TimeOfDayOffsetNs() : Clock::OffsetNs();
  if (result == 0 && offset != 0 && Clock::Shifts(id)) *time = Clock::Add(*time, offset);
  return result;
}

// ---- all of them ----

// A tail call: dlopen looks at its caller's address to resolve $ORIGIN.
void* Dlopen(const char* file, int mode) {
  OnDlopening();
  return dlopen(file, mode);
}

void* InsteadOf(const char* name);

// Comes between an addon's loading and its first call, which may queue work. Addons in Rust ask for Node-API by name,
// so their slots do not matter. Else a tail call, since RTLD_NEXT looks at the caller's address too.
void* Dlsym(void* handle, const char* name) {
  RepatchAfterDlopen();
  void* const instead = handle != RTLD_NEXT && name ? InsteadOf(name) : nullptr;
  // Nothing is looked for that may be missing: the caller asks for the last error.
  if (instead && dlsym(handle, name) == dlsym(RTLD_DEFAULT, name)) return instead;
  return dlsym(handle, name);
}

std::vector<Replacement> MakeTable() {
  std::vector<Replacement> table = {
      Of("epoll_pwait", &EpollPwait),
      Of("epoll_wait", &EpollWait),
      Of("epoll_ctl", &EpollCtl),
      Of("close", &Close),
      Of("syscall", &Syscall),
      Of("access", &Access),
      Of("utimensat", &Utimensat),
      Of("futimens", &Futimens),
      Of("pthread_mutex_lock", &MutexLock),
      Of("pthread_mutex_unlock", &MutexUnlock),
      Of("pthread_cond_signal", &CondSignal),
      Of("pthread_cond_broadcast", &CondBroadcast),
      Of("pthread_create", &ThreadCreate),
      Of("pthread_once", &Once),
      Of("pthread_cond_wait", &CondWait),
      Of("sem_wait", &SemWait),
      Of("sem_post", &SemPost),
      Of("clock_gettime", &ClockGettime),
      Of("gettimeofday", &Gettimeofday),
      Of("time", &Time),
      Of("timespec_get", &TimespecGet),
      Of("pthread_cond_timedwait", &CondTimedwait),
      Of("pthread_cond_clockwait", &CondClockwait),
      Of("sem_timedwait", &SemTimedwait),
      Of("sem_clockwait", &SemClockwait),
      Of("pthread_mutex_timedlock", &MutexTimedlock),
      Of("pthread_mutex_clocklock", &MutexClocklock),
      Of("pthread_rwlock_timedrdlock", &RwlockTimedrdlock),
      Of("pthread_rwlock_timedwrlock", &RwlockTimedwrlock),
      Of("pthread_rwlock_clockrdlock", &RwlockClockrdlock),
      Of("pthread_rwlock_clockwrlock", &RwlockClockwrlock),
      Of("mtx_timedlock", &MtxTimedlock),
      Of("cnd_timedwait", &CndTimedwait),
      Of("pthread_timedjoin_np", &TimedjoinNp),
      Of("pthread_clockjoin_np", &ClockjoinNp),
      Of("mq_timedsend", &MqTimedsend),
      Of("mq_timedreceive", &MqTimedreceive),
      Of("clock_nanosleep", &ClockNanosleep),
      Of("timerfd_settime", &TimerfdSettime),
      Of("socket", &Socket),
      Of("recv", &Recv),
      Of("recvfrom", &Recvfrom),
      Of("recvmsg", &Recvmsg),
      Of("recvmmsg", &Recvmmsg),
      Of("bind", &Bind),
      Of("listen", &Listen),
      Of("connect", &Connect),
      Of("accept4", &Accept4),
      Of("accept", &Accept),
      Of("socketpair", &Socketpair),
      Of("pipe", &Pipe),
      Of("pipe2", &Pipe2),
      Of("fork", &Fork),
      Of("kill", &Kill),
      Of("posix_spawn", &PosixSpawn),
      Of("posix_spawnp", &PosixSpawnp),
      Of("system", &System),
      Of("popen", &Popen),
      Of("dup", &Dup),
      Of("dup2", &Dup2),
      Of("dup3", &Dup3),
      Of("fcntl", &Fcntl),
      Of("fcntl64", &Fcntl),
      Of("close_range", &CloseRange),
      Of("waitpid", &WaitPid),
      Of("execve", &Execve),
      Of("write", &Write),
      Of("writev", &Writev),
      Of("pwrite", &Pwrite),
      Of("pwrite64", &Pwrite),
      Of("pwritev", &Pwritev),
      Of("pwritev64", &Pwritev),
      Of("send", &Send),
      Of("sendmsg", &Sendmsg),
      Of("sendto", &Sendto),
      Of("sendmmsg", &Sendmmsg),
      Of("sendfile", &Sendfile),
      Of("sendfile64", &Sendfile),
      Of("shutdown", &Shutdown),
      Of("dlopen", &Dlopen),
      Of("dlsym", &Dlsym),
      Of("napi_create_async_work", &CreateAsyncWork),
      Of("napi_delete_async_work", &DeleteAsyncWork),
      Of("napi_queue_async_work", &QueueAsyncWork),
      Of("napi_create_threadsafe_function", &CreateThreadsafeFunction),
  };
  for (const Replacement& one : FileReplacements()) table.push_back(one);
  return table;
}

// Lasts as long as the process: other threads ask for functions while it exits.
std::vector<Replacement>& Table() {
  static auto* const table = new std::vector<Replacement>(MakeTable());
  return *table;
}

// Returns what replaces a function of Node-API; null: nothing does.
void* InsteadOf(const char* name) {
  if (!std::string_view(name).starts_with("napi_")) return nullptr;
  const auto found = std::find_if(Table().begin(), Table().end(),
                                  [name](const Replacement& one) { return std::string_view(one.name) == name; });
  return found == Table().end() ? nullptr : found->function;
}

}  // namespace

std::string Interpose() {
  FindAbsoluteWaits();
  FindWaits();     // now: later it may be asked for where the loader should not be
  FdTable::Get();  // made here, not by the first write() in a signal handler
  FileTimes::Get();
  return PatchLoaded(&Table());
}

Visits* CountVisits(Visits* visits) {
  Visits* before = t_visits;
  t_visits = visits;
  return before;
}

}  // namespace nacd::loop
