'use strict';
// Shared by the drivers. A driver judges by the state at the end rather than by a stop-watch wherever it can: a mere
// delay must never look like a race.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const checks = [];
const folders = [];
let told = false;

process.on('exit', (code) => {
  const wrong = !told && code === 0 && checks.map((check) => check()).find(Boolean);
  if (wrong) {
    tell(wrong);
    process.exitCode = 1;
  }
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** Says that the race has shown, and ends the process. */
exports.race = function race(what) {
  if (!told) tell(what);
  process.exit(1);
};

/** Looks at the outcome when nothing is left to happen; the check returns what is wrong, or nothing. */
exports.atExit = (check) => void checks.push(check);

/** An empty folder, gone when the process ends. All synchronous, so that no delay can touch it. */
exports.tempDir = function tempDir() {
  folders.push(fs.mkdtempSync(path.join(os.tmpdir(), 'race-')));
  return folders.at(-1);
};

exports.sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function tell(what) {
  told = true;
  fs.writeSync(1, `RACE: ${String(what).replaceAll('\n', ' ')}\n`);
}
