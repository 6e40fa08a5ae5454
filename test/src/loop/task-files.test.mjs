// A trace says which files a task touches.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

for (const NACD_MODE of ['never', 'random']) {
  test(`the paths of tasks, and those of their descriptors: ${NACD_MODE}`, async (t) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nacd-files-')));
    t.after(() => rmSync(folder, { recursive: true }));
    const env = { FOLDER: folder, NACD_MODE, NACD_MAX_DELAY: '5' };
    const talk = ({ stdin }) => stdin.end('x');
    const { code, stderr, events } = await run(fixture('task-files.js'), { env, talk });
    assert.deepEqual([code, stderr], [0, '']);
    const starts = events.filter(({ phase, type, site }) => phase === 'action' && type === undefined && site);
    const touched = starts.map(({ api, file, to, creates, empties }) => (
      [api, file, ...(to ? [to] : []), ...(creates ? ['creates'] : []), ...(empties ? ['empties'] : [])]));
    const [a, b] = ['a.txt', 'b.txt'].map((name) => join(folder, name));
    assert.deepEqual(touched, [
      ['fs.open', 'a.txt', 'creates', 'empties'], ['fs.write', a], ['fs.rename', 'a.txt', b], ['fs.fstat', b],
      ['fs.unlink', 'b.txt'], ['fs.ftruncate', b], ['fs.close', undefined],
      ['fs.read', undefined], // of a pipe
      ['fs.symlink', 'link'], ['fs.open', 'c.txt', 'creates'], ['fs.close', undefined],
    ]);
    const others = events.filter(({ phase, type }) => phase !== 'action' || type !== undefined);
    assert.deepEqual(others.filter(({ file }) => file !== undefined), []);
  });
}
