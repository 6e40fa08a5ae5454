// V8 collects garbage to give memory back when a program has allocated little for eight seconds. Skipped time looks to
// it like such seconds, so it does so in the middle of the work: code that it had optimized, and what it had learned of
// objects that are gone at that moment, is lost. Needs the public function of V8 that sets flags, which Node 20 to
// 26 export. Without it V8 goes on as before.
#pragma once

namespace nacd::v8access {

// From now on V8 starts no collection in this process just because little was allocated for a while: that begins after
// three weeks, and one that V8 has planned before does not come. To be called when time is first skipped: V8 takes no
// compiled code, Node's own modules and the code that start.js keeps among it, that was made with other flags. Any
// thread.
void DoNotCollectWhenIdle();

}  // namespace nacd::v8access
