// Thread-local variables that are read at each mutex and each clock, and in signal handlers, must be found without a
// call. (musl loads no such object later on.)
#pragma once

#ifdef __GLIBC__
#define NACD_FAST_TLS __attribute__((tls_model("initial-exec")))
#else
#define NACD_FAST_TLS
#endif
