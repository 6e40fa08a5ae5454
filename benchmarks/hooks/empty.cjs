'use strict';
// Does nothing, to measure the start. Prints the CPU time of the whole process, in microseconds.
console.log(JSON.stringify(process.cpuUsage()));
