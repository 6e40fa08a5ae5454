#include "loop/linux/addon_work.h"

#include <dlfcn.h>

#include <mutex>
#include <unordered_map>

#include "loop/linux/objects.h"

namespace nacd::loop {
namespace {

thread_local const void* t_queuing = nullptr;

// The function that each work executes. Process-wide: addons may be loaded by several threads.
std::mutex g_mutex;
std::unordered_map<const void*, const void*>& Executed() {
  static auto* executed = new std::unordered_map<const void*, const void*>;  // never destroyed: addons outlive us
  return *executed;
}

const void* ExecutedBy(const void* work) {
  std::lock_guard lock(g_mutex);
  const auto found = Executed().find(work);
  return found == Executed().end() ? nullptr : found->second;
}

template <typename Function>
Function* Original(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

int CreateAsyncWork(void* env, void* resource, void* name, void (*execute)(void*, void*), void* complete, void* data,
                    void** work) {
  static const auto original = Original<decltype(CreateAsyncWork)>("napi_create_async_work");
  const int status = original(env, resource, name, execute, complete, data, work);
  if (status != 0) return status;
  std::lock_guard lock(g_mutex);
  Executed()[*work] = reinterpret_cast<const void*>(execute);
  return status;
}

int DeleteAsyncWork(void* env, void* work) {
  static const auto original = Original<decltype(DeleteAsyncWork)>("napi_delete_async_work");
  {
    std::lock_guard lock(g_mutex);  // first: the address may be used again at once, by another thread
    Executed().erase(work);
  }
  return original(env, work);
}

int QueueAsyncWork(void* env, void* work) {
  static const auto original = Original<decltype(QueueAsyncWork)>("napi_queue_async_work");
  t_queuing = ExecutedBy(work);
  const int status = original(env, work);
  t_queuing = nullptr;
  return status;
}

std::string QueuingAddon() { return t_queuing ? AddonOf(t_queuing) : std::string(); }

std::string AddonOf(const void* function) {
  std::string file = FileOf(function);
  return file.ends_with(".node") ? file : std::string();
}

}  // namespace nacd::loop
