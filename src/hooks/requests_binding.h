// The analysis of request races (src/requests), for the tool. Needs no environment and hooks nothing.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// findRequestRaces(paths, options) => the candidates as JSON text (docs/requests-format.md, Candidates). `paths`: array
// of files of traces. `options`: {examples, limit, most, handlers}, each optional (requests::FindOptions). Throws an
// Error with one line on a fault.
Napi::Value FindRequestRaces(const Napi::CallbackInfo& info);

// findRequestRacesAsync(paths, options) => a promise of the same, computed on a thread of the pool.
Napi::Value FindRequestRacesAsync(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
