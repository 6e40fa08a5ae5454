'use strict';
// Does nothing: what is measured is the start. Prints the CPU time of the whole process, in microseconds.
console.log(JSON.stringify(process.cpuUsage()));
