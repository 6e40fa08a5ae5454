// Replaces functions in all objects of the process, also in those that are loaded later.
#pragma once

#include <string>
#include <vector>

#include "loop/linux/slots.h"

namespace nacd::loop {

// Makes all objects loaded now call what is in `table`, which has to last as long as the process. Returns the reason if
// it fails, else an empty string.
std::string PatchLoaded(std::vector<Replacement>* table);
// Called before a dlopen(3).
void OnDlopening();
// Call after a dlopen(): patches the new objects, too. Cheap if there are none.
void RepatchAfterDlopen();

}  // namespace nacd::loop
