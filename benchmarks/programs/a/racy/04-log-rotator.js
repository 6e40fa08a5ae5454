// A log that is rotated when it has grown too large; every new file starts with a header line.
const fs = require('fs/promises');
const fss = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fss.mkdtempSync(path.join(os.tmpdir(), 'rotate-'));
process.on('exit', () => fss.rmSync(dir, { recursive: true, force: true }));
const log = path.join(dir, 'app.log');

async function rotateIfNeeded(limit) {
  const { size } = await fs.stat(log);
  if (size < limit) return false;
  await fs.rm(log + '.2', { force: true });
  await fs.rename(log + '.1', log + '.2').catch(() => {});
  await fs.rename(log, log + '.1');
  await fs.writeFile(log, '# opened\n');
  return true;
}

const write = (line) => fs.appendFile(log, line + '\n');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function main() {
  await fs.writeFile(log, '# opened\n');
  for (let i = 0; i < 5; i++) await write('request ' + i);
  const rotation = rotateIfNeeded(40);
  const request = sleep(40).then(() => write('request 5'));
  await Promise.all([rotation, request]);

  const all = (await fs.readFile(log + '.1', 'utf8')) + (await fs.readFile(log, 'utf8'));
  for (let i = 0; i < 6; i++) assert.ok(all.includes('request ' + i), `line ${i} is missing`);
}

main();
