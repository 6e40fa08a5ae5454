#include "loop/linux/refuse.h"

#include <unistd.h>

namespace nacd::loop {

void Refuse(const std::string& why) {
  const std::string line = "nacd: the event loop cannot be controlled here: " + why + "; use NACD_ENGINE=api\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) _exit(2);
  _exit(2);
}

}  // namespace nacd::loop
