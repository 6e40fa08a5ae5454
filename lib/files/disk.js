'use strict';
// Writing results: the first thing that does not fit ends the campaign with one line. A run on a full disk is no
// evidence of anything.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');

const NEEDED_BYTES = 4 * 1024 * 1024;

/** Does `action`; what the system says about `file` becomes the one line that the user sees. */
function writing(file, action) {
  try {
    return action();
  } catch (error) {
    if (error.code && error.syscall) throw new UserError(messages.cannotWrite(file, error));
    throw error;
  }
}

/** Replaces `file` whole: whoever reads it, and whenever nacd is killed, sees the old or the new one. */
function writeWhole(file, text) {
  const draft = `${file}.${process.pid}.tmp`;
  writing(file, () => {
    try {
      fs.writeFileSync(draft, text);
      fs.renameSync(draft, file);
    } catch (error) {
      fs.rmSync(draft, { force: true });
      throw error;
    }
  });
}

// Not with `recursive`: where the system answers ENOENT for a folder that can't be made (in /proc), Node never stops.
function makeFolder(folder) {
  writing(folder, () => {
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    makeFolder(path.dirname(folder));
    fs.mkdirSync(folder);
  });
}

function existing(folder) {
  return fs.existsSync(folder) ? folder : existing(path.dirname(folder));
}

/** Throws where `folder`, which need not be there yet, is on a disk that is as good as full. */
function checkSpace(folder) {
  const { bavail, bsize, blocks } = writing(folder, () => fs.statfsSync(existing(folder)));
  // Without blocks it is no disk (/proc): whether it can be written to is seen when it is tried.
  if (blocks > 0 && bavail * bsize < NEEDED_BYTES) throw new UserError(messages.diskFull(folder));
}

module.exports = { writing, writeWhole, makeFolder, checkSpace };
