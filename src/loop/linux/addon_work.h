// Tells which addon submits a task. Node-API's work reaches libuv through a function of Node's own, so libuv's request
// names no addon. The functions here replace Node-API's, whose types are not known here, in the import slots of addons.
#pragma once

#include <cstddef>
#include <string>

namespace nacd::loop {

int CreateAsyncWork(void* env, void* resource, void* name, void (*execute)(void*, void*), void* complete, void* data,
                    void** work);
int DeleteAsyncWork(void* env, void* work);
int QueueAsyncWork(void* env, void* work);
// An addon is about to make a function that its threads call: a port of its own.
int CreateThreadsafeFunction(void* env, void* function, void* resource, void* name, size_t most, size_t threads,
                             void* finalize_data, void* finalize, void* context, void* call, void** result);

// The file name of the addon whose task is being queued by this thread; empty: none.
std::string QueuingAddon();
// The file name of the addon that holds `function`; empty: no addon does.
std::string AddonOf(const void* function);

}  // namespace nacd::loop
