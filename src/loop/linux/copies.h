// Checks which addons the process loaded before this one.
#pragma once

namespace nacd::loop {

// Returns whether other addons were loaded first. Their threads started before we began to watch threads.
bool AddonsBeforeUs();

}  // namespace nacd::loop
