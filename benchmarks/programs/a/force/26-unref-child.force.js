require('./_f.cjs');
// Starts an indexer in the background, which may not keep the program alive.
const { fork } = require('child_process');
const fs = require('fs');
const assert = require('assert');

if (process.argv[2] === 'indexer') {
  /* force */ __block(900);
  fs.readFile(__filename, 'utf8', (err, text) => {
    process.send({ words: err ? 0 : text.split(/\W+/).length }, () => process.disconnect());
  });
} else {
  let index = null;
  const child = fork(__filename, ['indexer']);
  child.unref();
  child.channel.unref();
  child.on('message', (message) => (index = message));

  // the program's own work: five rounds of saving
  let rounds = 0;
  const work = setInterval(() => {
    fs.stat(__filename, (err) => {
      if (err) throw err;
      if (++rounds === 5) clearInterval(work);
    });
  }, 120);

  process.on('exit', () => {
    assert.ok(index && index.words > 100, 'index was not received');
  });
}
