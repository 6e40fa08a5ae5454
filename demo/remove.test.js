'use strict';
// The race of section 2 of the NACD paper, written from its figure 1: a test of fs-extra's remove() that checks every
// 25 ms whether the file is gone. If a check takes longer than that, the next one is already pending, and both find the
// file gone: done() is called twice.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const fse = require('fs-extra');

describe('fs-extra', () => {
  let folder;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-demo-'));
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('should delete without a callback', (done) => {
    const file = path.join(folder, 'file.txt');
    fs.writeFileSync(file, 'some text');

    const existsChecker = setInterval(() => {
      fse.pathExists(file, (_error, itDoes) => {
        if (!itDoes) {
          clearInterval(existsChecker);
          done();
        }
      });
    }, 25);

    fse.remove(file);
  });
});
