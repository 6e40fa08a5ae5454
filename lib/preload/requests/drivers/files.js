'use strict';
// Files as a store: calls on files below the working directory or the temporary one, made by a request's code.
// Packages, what the recorder writes and what tools build are no data of the program: a server in development compiles
// a page when the first request for it comes.

const os = require('node:os');
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { slashed } = require('../../../names/slashes.js');
const { current } = require('../context.js');

const folder = process.cwd();
const OWN = 'node:'; // Node's own sources, which those that read stack traces look for
const HIDDEN = 'angular|astro|cache|git|next|nuxt|output|parcel-cache|svelte-kit|turbo|vite';
const TOOLS = new RegExp(`[/\\\\](?:node_modules|\\.(?:${HIDDEN}))[/\\\\]`);
const traces = process.env.NACD_TRACE;

// The one connection. `folders`: the tables that requests use, by first use. `named`: the names that they use in each.
const FILES = { folders: new Set(), named: new Map() };

// Node's constants of open().
function flagsOf(flags) {
  if (typeof flags === 'string') return flags;
  const { O_ACCMODE = 3, O_APPEND, O_EXCL, O_RDWR, O_RDONLY } = require('node:fs').constants;
  const isReading = (flags & O_ACCMODE) === O_RDONLY;
  const letter = isReading ? 'r' : flags & O_APPEND ? 'a' : 'w';
  return `${letter}${flags & O_EXCL ? 'x' : ''}${(flags & O_ACCMODE) === O_RDWR ? '+' : ''}`;
}

function textOf(file) {
  if (file instanceof URL) return file.protocol === 'file:' ? fileURLToPath(file) : undefined;
  if (typeof file === 'string') return file.startsWith(OWN) ? undefined : path.resolve(file);
  return Buffer.isBuffer(file) ? path.resolve(file.toString()) : undefined;
}

const isBelow = (file, parent) => file.startsWith(parent + path.sep);
// The folder of the program may itself lie in one with such a name.
const isOwn = (file, parent) => isBelow(file, parent) && !TOOLS.test(file.slice(parent.length));
const isData = (file) => (isOwn(file, folder) || isOwn(file, os.tmpdir())) && !(traces && isBelow(file, traces));

const shown = (file) => (isBelow(file, folder) ? slashed(path.relative(folder, file)) : file);

function pathsOf(args, command) {
  const second = command === 'rename' || command === 'copyFile' ? [args[1]] : [];
  const files = [args[0], ...second].map(textOf);
  return files.every((file) => file !== undefined && isData(file)) ? files.map(shown) : undefined;
}

function flagIn(args, command) {
  if (command === 'open') return typeof args[1] === 'function' || args[1] === undefined ? 'r' : flagsOf(args[1]);
  const options = args[command === 'readFile' ? 1 : 2];
  return typeof options?.flag === 'string' ? options.flag : undefined;
}

function note(file, command) {
  const folderOf = path.dirname(file);
  FILES.folders.add(command === 'readdir' ? file : folderOf);
  if (!FILES.named.has(folderOf)) FILES.named.set(folderOf, new Set());
  FILES.named.get(folderOf).add(path.basename(file));
}

function facts(self, args, { command }) {
  if (!current()?.request) return undefined;
  const files = pathsOf(args, command);
  if (files === undefined) return undefined;
  for (const file of files) note(file, command);
  const flag = flagIn(args, command);
  return { object: FILES, statement: command, values: flag === undefined ? files : [...files, flag] };
}

const nameOf = () => 'files:.';
const outcome = () => ({});

module.exports = { facts, isUnordered: true, nameOf, outcome };
