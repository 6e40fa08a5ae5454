// Tells which addons the process had loaded before this one.
#pragma once

namespace nacd::loop {

// Returns whether it had loaded other addons, whose threads are older than our knowledge of threads.
bool AddonsBeforeUs();

}  // namespace nacd::loop
