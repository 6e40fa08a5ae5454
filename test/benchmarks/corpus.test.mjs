import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const races = fileURLToPath(new URL('../../benchmarks/races', import.meta.url));
const names = readdirSync(races).filter((name) => existsSync(path.join(races, name, 'race.json')));
const read = (name, file) => JSON.parse(readFileSync(path.join(races, name, file), 'utf8'));

test('there are at least 20 races and 6 race-free programs', () => {
  const free = names.filter((name) => name.startsWith('ok-'));
  assert.ok(free.length >= 6);
  assert.ok(names.length - free.length >= 20);
});

for (const name of names) {
  test(`${name} is complete, its packages pinned`, () => {
    const meta = read(name, 'race.json');
    const manifests = [read(name, 'package.json'), meta.fixed ?? {}];
    for (const { dependencies = {} } of manifests) {
      for (const version of Object.values(dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
    }
    assert.ok(['race.js', 'race.mjs'].some((file) => existsSync(path.join(races, name, file))));
    assert.ok(meta.api.length);
    if (name.startsWith('ok-')) return;
    assert.match(meta.issue, /^https:/);
    assert.equal(meta.pair.length, 2);
    assert.ok(existsSync(path.join(races, name, 'README.md')));
  });
}
