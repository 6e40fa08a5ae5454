// Tells when the virtual clock moves for the first time in this process.
#pragma once

namespace nacd::loop {

// `call` runs once, before the next jump of the clock, on the thread of the loop that makes it. Any thread.
void BeforeNextJump(void (*call)());

// The clock is about to jump.
void AnnounceJump();

}  // namespace nacd::loop
