// The check of the disk before a whole run.
import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { demandRoom } from '../../scripts/lib/room.mjs';
import { root } from '../../scripts/lib/run.mjs';

const MORE_THAN_ANY_DISK = 1e12;

function messageOf(kept) {
  try {
    return demandRoom({ kept, temporary: 0 });
  } catch (error) {
    return error.message;
  }
}

test('a disk without the room for a whole run is told in one line, with status 2', () => {
  demandRoom({ kept: { scripts: 0 }, temporary: 0 });
  const said = (folder) => ({
    status: 2,
    message: new RegExp(`^the disk of ${folder} has [0-9]+ MiB free, and a whole run needs [0-9]+ MiB more: [^\\n]+$`),
  });
  assert.throws(() => demandRoom({ kept: { scripts: MORE_THAN_ANY_DISK } }), said(root));
  const either = `(?:${root}|${os.tmpdir()})`; // one disk has both, or two have one each
  assert.throws(() => demandRoom({ kept: { scripts: 0 }, temporary: MORE_THAN_ANY_DISK }), said(either));
});

test('what is there already needs no room', () => {
  const needed = Number(/needs ([0-9]+) MiB/.exec(messageOf({ lib: MORE_THAN_ANY_DISK }))[1]);
  assert.ok(needed < MORE_THAN_ANY_DISK);
});
