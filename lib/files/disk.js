'use strict';
// Writes results. The first write that fails ends the campaign with one line: a run on a full disk proves nothing.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');

const NEEDED_BYTES = 4 * 1024 * 1024;

// Results have what the program sent, printed and was given: only the user can read them.
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
const ANY_FILE = 0o666; // less the umask: for files of the project

/** Calls `action`. Turns a system error into a UserError about `file`. */
function writing(file, action) {
  try {
    return action();
  } catch (error) {
    if (error.code && error.syscall) throw new UserError(messages.cannotWrite(file, error));
    throw error;
  }
}

// After a loss of power, a file that is renamed before its content is on the disk may be empty.
function writeDurably(file, text, mode) {
  const fd = fs.openSync(file, 'w', mode);
  try {
    fs.writeFileSync(fd, text);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

// Some file systems cannot do that, and then the file may be lost, but not emptied.
function syncFolder(folder) {
  let fd;
  try {
    fd = fs.openSync(folder, 'r');
    fs.fsyncSync(fd);
  } catch {
    // the file itself is on the disk
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

const TRIES = 20;
const PAUSE_MS = 10;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

// Windows refuses to replace a file while a program reads it, such as a virus scanner.
function replace(draft, file) {
  for (let left = TRIES; ; left--) {
    try {
      fs.renameSync(draft, file);
      return;
    } catch (error) {
      if (process.platform !== 'win32' || left === 0 || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error;
      Atomics.wait(PAUSE, 0, 0, PAUSE_MS);
    }
  }
}

/**
 * Replaces `file` at once: a reader sees the old text or the new one, even if nacd is killed meanwhile. Unless it is
 * `brief`, a file that the next run replaces, it also outlasts a loss of power. `mode` is that of a new file: only the
 * user can read it.
 */
function writeWhole(file, text, { brief = false, mode = OWN_FILE } = {}) {
  const draft = `${file}.${process.pid}.tmp`;
  writing(file, () => {
    try {
      if (brief) fs.writeFileSync(draft, text, { mode });
      else writeDurably(draft, text, mode);
      replace(draft, file);
      if (!brief) syncFolder(path.dirname(file));
    } catch (error) {
      fs.rmSync(draft, { force: true });
      throw error;
    }
  });
}

// The option `recursive` is not used: if the system answers ENOENT for a new folder, as in /proc, Node never returns.
/** Makes a folder, and those above it, for the user alone. One that is there keeps its mode. */
function makeFolder(folder) {
  writing(folder, () => {
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    makeFolder(path.dirname(folder));
    fs.mkdirSync(folder, { mode: OWN_FOLDER });
  });
}

// Kept failures are worth committing, all else is not.
const IGNORED = `# Written by nacd. Kept failures may be committed, so that later runs try them first. Look at one before: the file of
# a request race has what its requests sent, and each has the command, passwords included.
*
!.gitignore
!failures/
!failures/*.json
`;

/** Makes the results folder, with a .gitignore if it was not there, or is the usual one. */
function makeResults(folder) {
  const isNew = !fs.existsSync(folder);
  makeFolder(folder);
  const file = path.join(folder, '.gitignore');
  if (!fs.existsSync(file) && (isNew || path.basename(folder) === '.nacd')) writeWhole(file, IGNORED, { brief: true });
}

const OLD_MS = 60_000;
const DRAFTS = [/^[\w.-]+\.json\.\d+\.tmp$/, /^\.[\w.-]*lock\.[0-9a-f-]{36}$/];

/**
 * Removes what writeWhole() and takeLock() left in `folder` when their process was killed: drafts that are a minute
 * old, and those of the file `owned` whatever their age, since only the caller writes it.
 */
function clearDrafts(folder, owned) {
  const isDraft = (name) => DRAFTS.some((pattern) => pattern.test(name));
  const isOurs = (name) => owned !== undefined && name.startsWith(`${owned}.`);
  const isOld = (file) => Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > OLD_MS;
  writing(folder, () => {
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder).filter(isDraft) : []) {
      if (isOurs(name) || isOld(path.join(folder, name))) fs.rmSync(path.join(folder, name), { force: true });
    }
  });
}

const MARKER = '.made-by-nacd';

/** Makes a folder that clearOurs() may remove. Throws a UserError if there is one that nacd did not make. */
function makeOurs(folder) {
  makeFolder(folder);
  writing(folder, () => {
    const names = fs.readdirSync(folder);
    if (names.includes(MARKER)) return;
    if (names.length > 0) throw new UserError(messages.notOurs(folder));
    fs.writeFileSync(path.join(folder, MARKER), 'nacd made this folder and removes it when it needs it again.\n', { mode: OWN_FILE });
  });
}

/** Makes a folder and all below it the user's alone, after they were copied from elsewhere. */
function makePrivate(file) {
  writing(file, () => {
    const stat = fs.lstatSync(file);
    if (stat.isSymbolicLink()) return;
    fs.chmodSync(file, stat.isDirectory() ? OWN_FOLDER : OWN_FILE);
    for (const name of stat.isDirectory() ? fs.readdirSync(file) : []) makePrivate(path.join(file, name));
  });
}

/** Removes a folder that makeOurs() made. Throws a UserError if another made it. */
function clearOurs(folder) {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  const isOurs = found.isDirectory() && fs.existsSync(path.join(folder, MARKER));
  const isEmpty = found.isDirectory() && fs.readdirSync(folder).length === 0;
  if (!isOurs && !isEmpty) throw new UserError(messages.notOurs(folder));
  writing(folder, () => {
    // The marker goes last, so that a removal that is interrupted can be repeated.
    for (const name of fs.readdirSync(folder)) {
      if (name !== MARKER) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    }
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

function existing(folder) {
  return fs.existsSync(folder) ? folder : existing(path.dirname(folder));
}

/** Throws a UserError if the disk of `folder` is nearly full. The folder need not exist yet. */
function checkSpace(folder) {
  const { bavail, bsize, blocks } = writing(folder, () => fs.statfsSync(existing(folder)));
  // A file system without blocks, such as /proc, has no free space to ask for.
  if (blocks > 0 && bavail * bsize < NEEDED_BYTES) throw new UserError(messages.diskFull(folder));
}

module.exports = {
  ANY_FILE, writing, writeWhole, makeFolder, makeOurs, makePrivate, makeResults, clearDrafts, clearOurs, checkSpace,
};
