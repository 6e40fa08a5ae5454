// Marks the functions that run for each operation: the linker puts those of all files together. Between two operations
// the processor forgets where most pages of code are, and to find one takes longer than most functions.
#pragma once

#define NACD_HOT [[gnu::hot]]
// Cold code, kept out of line.
#define NACD_APART [[gnu::noinline]]
