'use strict';
// Says which files the units of a trace touch, and how. Two of them conflict if one changes what the other one sees or
// changes: a path and what is there, the content of a file, or the entries of a folder. A descriptor stays with its
// file, so that writing conflicts with reading, and not with a removal.
const path = require('node:path');

const NAME_SEEN = 1;
const DATA_SEEN = 2;
const ENTRIES_SEEN = 4;
const NAME_CHANGED = 8;
const DATA_CHANGED = 16;
const ENTRIES_CHANGED = 32;
const NEEDED = 64; // the folder of a path that is looked up
const REMOVED = 128; // with NAME_CHANGED: nothing is at the path then
const CHANGED = NAME_CHANGED | DATA_CHANGED | ENTRIES_CHANGED;
const OWN = ~(NEEDED | ENTRIES_CHANGED); // no consequence of what is done in the folder

const MOST_FILES = 64; // of a unit, such as of the removal of a tree

const LOOKS = [NAME_SEEN | DATA_SEEN];
const CHANGES_DATA = [DATA_CHANGED];
const CHANGES_DATA_AT = [NAME_SEEN | DATA_CHANGED];
const CHANGES_NAME = [NAME_CHANGED];
const REMOVES = NAME_CHANGED | REMOVED;

// By the task: what it does to its file, and to its second one.
const EFFECTS = new Map(Object.entries({
  'fs.access': [NAME_SEEN], 'fs.readlink': [NAME_SEEN], 'fs.realpath': [NAME_SEEN],
  'fs.stat': LOOKS, 'fs.lstat': LOOKS,
  'fs.read': [DATA_SEEN], 'fs.fstat': [DATA_SEEN],
  'fs.readdir': [NAME_SEEN | ENTRIES_SEEN], 'fs.opendir': [NAME_SEEN | ENTRIES_SEEN],
  'fs.write': CHANGES_DATA, 'fs.ftruncate': CHANGES_DATA, 'fs.futimes': CHANGES_DATA, 'fs.fchmod': CHANGES_DATA,
  'fs.fchown': CHANGES_DATA,
  'fs.utimes': CHANGES_DATA_AT, 'fs.lutimes': CHANGES_DATA_AT, 'fs.chmod': CHANGES_DATA_AT,
  'fs.chown': CHANGES_DATA_AT, 'fs.lchown': CHANGES_DATA_AT,
  'fs.unlink': [REMOVES], 'fs.mkdir': CHANGES_NAME, 'fs.symlink': CHANGES_NAME,
  'fs.rmdir': [REMOVES | ENTRIES_SEEN],
  'fs.rename': [REMOVES, NAME_CHANGED], 'fs.link': [NAME_SEEN, NAME_CHANGED],
  'fs.copyFile': [NAME_SEEN | DATA_SEEN, NAME_CHANGED | DATA_CHANGED],
}));

function effectsOf({ api, creates, empties }) {
  if (api !== 'fs.open') return EFFECTS.get(api) ?? [];
  return [(creates ? NAME_CHANGED : NAME_SEEN) | (empties ? DATA_CHANGED : 0)];
}

function add(files, file, effect) {
  if (effect && (files.has(file) || files.size < MOST_FILES)) files.set(file, (files.get(file) ?? 0) | effect);
}

/** Adds the files of a task, an operation of a trace, to the map `files`, by their paths. `cwd`: of its process. */
function addTouched(files, { file, to, ...task }, cwd = '/') {
  for (const [at, effect] of effectsOf(task).entries()) {
    const given = [file, to][at];
    if (typeof given !== 'string') continue;
    const whole = path.resolve(cwd, given);
    add(files, whole, effect);
    if (effect & (NAME_SEEN | NAME_CHANGED)) {
      add(files, path.dirname(whole), NEEDED | (effect & NAME_CHANGED ? ENTRIES_CHANGED : 0));
    }
  }
}

/** True if a unit with these files changes one of them. */
const changesFiles = (files) => [...files.values()].some((effect) => effect & CHANGED);

const seenBy = (effect) => (effect & NEEDED ? effect | NAME_SEEN : effect) & (NAME_SEEN | DATA_SEEN | ENTRIES_SEEN);
const changedBy = (effect) => (effect & CHANGED) >> 3; // the same bits as those of seenBy()

// Two changes in one folder are of other entries, or conflict at their paths.
function isConflict(one, other) {
  const both = changedBy(one) & changedBy(other) & ~ENTRIES_SEEN;
  return ((changedBy(one) & seenBy(other)) | (changedBy(other) & seenBy(one)) | both) !== 0;
}

function relationOfFiles(one, other) {
  let relation;
  for (const [file, effect] of one) {
    const theirs = other.get(file);
    if (theirs === undefined) continue;
    if (isConflict(effect, theirs)) return 'conflict';
    if (effect & OWN && theirs & OWN) relation = 'same';
  }
  return relation;
}

/**
 * Returns `conflict` if both units touch the same and one of them changes it, `same` if none does; undefined: they are
 * not known to touch the same. Without a trace of their files their names say that.
 */
function relationOf(one, other) {
  if (one.files && other.files) return relationOfFiles(one.files, other.files);
  if (one.resource === undefined || one.resource !== other.resource) return undefined;
  return one.changes || other.changes ? 'conflict' : 'same';
}

/**
 * True if `other` removes a file that the unit sees, or, without a trace of their files, changes it. Whoever removes a
 * whole folder is done with it as a rule.
 */
function takesAway(other, unit) {
  if (!unit.files || !other.files) return relationOf(unit, other) === 'conflict';
  const removes = (file) => other.files.get(file) & REMOVED;
  return [...unit.files].some(([file, effect]) => (
    effect & NAME_SEEN && removes(file) && !removes(path.dirname(file))));
}

module.exports = { MOST_FILES, addTouched, changesFiles, relationOf, takesAway };
