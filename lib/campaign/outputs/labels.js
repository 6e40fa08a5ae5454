'use strict';
// Takes apart the output of programs that run several scripts at once, which write a label before each line:
// "[one] ok" (concurrently, run-p), "packages/one test: ok" (pnpm), "one:test: ok" (turbo), "one | ok" (compose).
const LABEL = /^(\[[^\]]+\]|[@\w./:-]+(?: [\w.:-]+)? *[:|])(?: |$)/;
// Lines of one script; with fewer it is no script that runs tests, or no label.
const FEWEST = 3;

/** Returns the output of each script in `text`, without the labels; nothing if its lines have none. */
function labelled(text) {
  const scripts = new Map();
  for (const line of text.split('\n')) {
    const [whole, label] = LABEL.exec(line) ?? [];
    if (!label) continue;
    if (!scripts.has(label)) scripts.set(label, []);
    scripts.get(label).push(line.slice(whole.length));
  }
  return [...scripts.values()].filter((lines) => lines.length >= FEWEST).map((lines) => lines.join('\n'));
}

module.exports = { labelled };
