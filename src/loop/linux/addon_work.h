// Finds out which addon submits a task. Node-API's work reaches libuv through a function of Node's own, so libuv's
// request names no addon. The functions below replace Node-API's in the import slots of addons. Node-API's types are
// not known here.
#pragma once

#include <cstddef>
#include <string>

namespace nacd::loop {

int CreateAsyncWork(void* env, void* resource, void* name, void (*execute)(void*, void*), void* complete, void* data,
                    void** work);
int DeleteAsyncWork(void* env, void* work);
int QueueAsyncWork(void* env, void* work);

// Returns the file name of the addon whose task this thread is queuing; empty if there is none.
std::string QueuingAddon();
// Returns the file name of the addon that contains `function`; empty if none does.
std::string AddonOf(const void* function);

}  // namespace nacd::loop
