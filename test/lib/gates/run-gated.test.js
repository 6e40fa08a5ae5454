'use strict';
// Tests commands that run with gates.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { test } = require('node:test');
const { runGated } = require('../../../lib/gates.js');
const { temporaryFolder } = require('../../support/package.js');

const SOURCE = "const fs = require('fs');\nfs.stat('/', () => (last = 'stat'));\nsetTimeout(() => (last = 'timer'), 20);\n";
const ORDER = 'setTimeout@p.js:3 -> fs.stat@p.js:2';

test('a command passes, fails, or reaches no gate', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  const judge = "process.on('exit', () => (process.exitCode = last === 'stat' ? 1 : 0));\n";
  fs.writeFileSync(path.join(cwd, 'p.js'), `${SOURCE}let last; ${judge}`);
  const run = (gates) => runGated([process.execPath, 'p.js'], { cwd, gates });
  await run(['fs.stat -> setTimeout']);
  await assert.rejects(run([ORDER]), /^Error: failed with status 1/);
  await assert.rejects(run(['fs.stat -> setTimeout@q.js']), /no operation matched setTimeout@q\.js/);
  await assert.rejects(run(['fs.open -> fs.close']), /no process reached any of the gates\n {2}no operation matched fs\.close; nearest/);
});

test('the nearest operations are looked for in all processes', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  fs.writeFileSync(path.join(cwd, 'c.js'), 'setTimeout(() => {}, 1);\n');
  fs.writeFileSync(path.join(cwd, 'p.js'), `for (const call of ['stat', 'lstat', 'access']) require('fs')[call]('/', () => {});
    require('child_process').fork('./c.js');\n`);
  const run = runGated([process.execPath, 'p.js'], { cwd, gates: ['dns.lookup -> setTimeout@c.js:9'] });
  await assert.rejects(run, /no operation matched setTimeout@c\.js:9; nearest.*\n {4}setTimeout {2}c\.js:1:1/);
});

test('an abort ends all that the command has started', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  const started = path.join(cwd, 'started');
  const script = `require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    .on('spawn', function () { require('fs').writeFileSync('started.tmp', String(this.pid));
      require('fs').renameSync('started.tmp', 'started'); })`;
  const abort = new AbortController();
  const looking = setInterval(() => fs.existsSync(started) && abort.abort(new Error('enough')), 20);
  t.after(() => clearInterval(looking));
  const gates = ['fs.stat -> fs.access'];
  await assert.rejects(runGated([process.execPath, '-e', script], { cwd, gates, signal: abort.signal }), /enough/);
  const pid = fs.readFileSync(started, 'utf8');
  const state = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] : 'gone';
  assert.match(state, /gone|Z/);
});

test('a command that does not end is ended, with its output', async () => {
  const script = "console.log('here'); setInterval(() => {}, 1000)";
  const hanging = runGated([process.execPath, '-e', script], { gates: ['fs.stat -> fs.access'], timeout: 1 });
  await assert.rejects(hanging, /^Error: did not end within 1 s, so it was ended:\n/);
});

// As a test runner ends its workers.
test('a process that a signal ends has reported the gates that opened', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  const isTold = "require('fs').readdirSync(process.env.NACD_GATES_OUT).some((name) => /^[0-9]+-0/.test(name))";
  fs.writeFileSync(path.join(cwd, 'p.js'), `${SOURCE}let last, ticks = 0;
    setInterval(() => { if (${isTold} || ++ticks > 50) process.kill(process.pid, 'SIGKILL'); }, 20);`);
  const program = "require('child_process').spawnSync(process.execPath, ['p.js'])";
  await runGated([process.execPath, '-e', program], { cwd, gates: [ORDER] });
  fs.writeFileSync(path.join(cwd, 'p.js'), `${SOURCE}const { writeFileSync } = fs; let last;
    fs.writeFileSync = (file, text) => { // the last report: the first one is written when the gate opens
      if (!${isTold}) return writeFileSync(file, text);
      writeFileSync(file, text.slice(0, 9));
      process.kill(process.pid, 'SIGKILL');
    };`);
  await runGated([process.execPath, '-e', program], { cwd, gates: [ORDER] });
});

// vitest measures by its own clock, too, whether a test exceeds its limit.
test('an order that is impossible is known before the limit of the test is over', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  const runner = path.join(cwd, 'node_modules', 'vitest', 'run.js');
  fs.mkdirSync(path.dirname(runner), { recursive: true });
  fs.writeFileSync(runner, `const start = performance.now();
    const end = () => process.exit(performance.now() - start < 4000 ? 0 : 1);
    setTimeout(end, 4000);
    require('../../test.js')(end);`);
  fs.writeFileSync(path.join(cwd, 'test.js'), `module.exports = (done) => {
    require('net').connect(Number(process.env.PORT), '127.0.0.1').on('data', () => setTimeout(done, 1));
  };`);
  const server = net.createServer((socket) => socket.on('error', () => {}).write('x')).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const env = { ...process.env, PORT: String(server.address().port) };
  const gates = [{ order: 'setTimeout@test.js -> connect#1/ready#2 descriptor', impossible: 'pass' }];
  await runGated([process.execPath, runner], { cwd, env, gates });
});

test('within a run, the command, often the suite that this test is in, does not run again', async (t) => {
  process.env.NACD_RUN_MARKER = 'a run';
  t.after(() => delete process.env.NACD_RUN_MARKER);
  await runGated([process.execPath, '-e', 'process.exit(1)'], { gates: [ORDER] });
  await assert.rejects(runGated([process.execPath], { gates: ['no arrow'] }));
});

test('a command that is no array of strings is refused', async () => {
  await assert.rejects(runGated('npm test', { gates: [ORDER] }), { message: /^nacd: gates: the command must be an array of strings/ });
});
