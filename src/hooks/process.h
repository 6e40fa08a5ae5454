// State of the whole process, shared by its threads: the seed, the line that reports it, the script, the real time that
// its slow children may take, and the line of its trace about an early end.
#pragma once

#include <uv.h>

#include <cstdint>
#include <optional>
#include <string>

#include "trace/writer.h"

namespace nacd::hooks {

// Returns the process's seed: `given` if there is one, else the one that an earlier call chose, else a random one. Any
// thread.
uint32_t ProcessSeed(std::optional<uint32_t> given);

// Returns the script that the process runs, as the first call gave it. (A worker does not know its own script before
// it runs.) Any thread.
std::string MainScript(const std::string& given);

// Adds `ms`, which may be negative, to the real time taken by delays in the process's slow children. Returns the sum.
// Any thread.
double SpendOnChildren(double ms);

// Arranges that the seed is printed on standard error, in one line, if the process exits with a status other than 0.
// May be called repeatedly; any thread. Returns false if the system cannot report the status (no glibc).
bool TellSeedOnFailure(uint32_t seed);

// Arranges that the trace gets a line of the type "exit", with the number of handles and requests that were pending in
// `loop`, if exit() ends the process while the environment of the main thread lives: the program has called
// process.exit(), or has an uncaught error. Call on the main thread. Without a `trace` no line is written any more.
void TraceExit(uv_loop_t* loop, trace::Writer* trace);

}  // namespace nacd::hooks
