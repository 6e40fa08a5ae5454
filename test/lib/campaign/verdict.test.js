'use strict';
// A pattern that backtracks for ever keeps no signal from the tool, and a match that was ended is no pass.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { test } = require('node:test');

const { verdictOf } = require('../../../lib/campaign/verdict.js');

const FILE = path.join(__dirname, '..', '..', '..', 'lib', 'campaign', 'verdict.js');
const BAD = '^(a+)+$'; // tries 2^60 ways on this text
const TEXT = `${'a'.repeat(60)}b`;
const END = { code: 0, signal: null };

test('the line of a match is the title of a failure', async () => {
  assert.deepEqual(await verdictOf(END, ['', 'fine\n  lost 3 rows\n'], { failOn: 'lost \\d' }),
    { verdict: 'failed', titles: ['output: lost 3 rows'] });
  assert.deepEqual(await verdictOf(END, ['fine', ''], { failOn: '^lost' }), { verdict: 'passed', titles: [] });
  await assert.rejects(verdictOf(END, [TEXT, ''], { failOn: BAD }), /takes more than 5 s on the output of a run/);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  const skip = process.platform === 'win32' && 'no signals';
  test(`${signal} ends a match, which then says nothing`, { skip }, async (t) => {
    const program = `
      const { verdictOf } = require(${JSON.stringify(FILE)});
      const abort = new AbortController();
      process.on('${signal}', () => abort.abort());
      console.log('ready');
      verdictOf(${JSON.stringify(END)}, [${JSON.stringify(TEXT)}, ''], { failOn: '${BAD}', signal: abort.signal })
        .then(({ verdict }) => console.log(verdict), (error) => console.log(error.message));`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => { text += part; });
    await once(child.stdout, 'data');
    child.kill(signal);
    await once(child, 'close');
    assert.equal(text, 'ready\ninterrupted\n');
  });
}
