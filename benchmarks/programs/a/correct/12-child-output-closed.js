// Runs commands and keeps their output compressed.
const { spawn } = require('child_process');
const { once } = require('events');
const { pipeline } = require('stream/promises');
const zlib = require('zlib');
const assert = require('assert');

async function run(code) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  const errors = [];
  child.stderr.on('data', (d) => errors.push(d));
  const [[status]] = await Promise.all([
    once(child, 'close'),
    pipeline(child.stdout, zlib.createGzip(), async (packed) => {
      for await (const chunk of packed) chunks.push(chunk);
    }),
  ]);
  return { status, output: Buffer.concat(chunks), errors: Buffer.concat(errors).toString() };
}

const compiler = `
  process.stdout.write('compiled\\n'.repeat(20000), () => {
    console.error('3 warnings');
    process.exitCode = 4;
  });
`;
const linker = `
  setTimeout(() => console.log('linked'), 20);
  setTimeout(() => console.error('done'), 10);
`;

(async () => {
  const [a, b] = await Promise.all([run(compiler), run(linker)]);
  assert.strictEqual(a.status, 4);
  assert.strictEqual(a.errors, '3 warnings\n');
  assert.strictEqual(zlib.gunzipSync(a.output).toString().split('\n').length, 20001);
  assert.strictEqual(b.status, 0);
  assert.strictEqual(b.errors, 'done\n');
  assert.strictEqual(zlib.gunzipSync(b.output).toString(), 'linked\n');
})();
