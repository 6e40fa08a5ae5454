// Preloaded: writes the process's peak of memory, in KiB, into the file NACD_BENCH_PEAK. Not that of its children.
'use strict';
const file = process.env.NACD_BENCH_PEAK;
delete process.env.NACD_BENCH_PEAK;
if (file) process.on('exit', () => require('node:fs').writeFileSync(file, String(process.resourceUsage().maxRSS)));
