// Reads the lines that a command prints.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert';

const program = `
  console.log('header');
  let n = 0;
  const t = setInterval(() => {
    console.log('line ' + ++n);
    if (n === 3) clearInterval(t);
  }, 30);
`;

async function* run(code) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const self = await fs.stat(fileURLToPath(import.meta.url));
  yield `# ${self.size}`;
  yield* lines;
}

const lines = [];
let complete = false;
process.on('exit', () => {
  assert.ok(complete, 'the end of the output was missed');
  assert.deepStrictEqual(lines.slice(1), ['header', 'line 1', 'line 2', 'line 3']);
});
for await (const line of run(program)) lines.push(line);
complete = true;
