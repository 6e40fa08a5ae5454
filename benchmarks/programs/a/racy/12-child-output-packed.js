// Runs a command and keeps its output compressed, as a build server does.
const { spawn } = require('child_process');
const zlib = require('zlib');
const assert = require('assert');

function run(args, done) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gzip = zlib.createGzip();
  const chunks = [];
  child.stdout.pipe(gzip);
  gzip.on('data', (chunk) => chunks.push(chunk));
  child.on('error', done);
  child.on('exit', (code) => done(null, code, Buffer.concat(chunks)));
}

// the compiler closes its output and then still has to remove its temporary files
const compiler = `
  process.stdout.end('compiled 12 files\\n'.repeat(50));
  setTimeout(() => {}, 120);
`;

run(['-e', compiler], (err, code, packed) => {
  assert.ifError(err);
  assert.strictEqual(code, 0);
  const text = zlib.gunzipSync(packed).toString();
  assert.strictEqual(text.split('\n').length, 51);
});
