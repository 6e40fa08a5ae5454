// A preload that writes the peak memory of this process, in KiB, into the file NACD_BENCH_PEAK; children do not write
// it.
'use strict';
const file = process.env.NACD_BENCH_PEAK;
delete process.env.NACD_BENCH_PEAK;
if (file) process.on('exit', () => require('node:fs').writeFileSync(file, String(process.resourceUsage().maxRSS)));
