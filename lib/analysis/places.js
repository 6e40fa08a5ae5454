'use strict';
// Finds the place of a call site in the source that the user wrote, through source maps, and the lines around it.
const fs = require('node:fs');
const path = require('node:path');

const { originalOf, parseSite, textIn } = require('./originals.js');
const { relativeTo } = require('../names/project.js');

const MAP_URL = /^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm;
const AROUND = 2;

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // a built-in module, code made at run time, or a deleted file
  }
}

function mapOf(text, file) {
  const url = [...text.matchAll(MAP_URL)].at(-1)?.[1];
  if (url === undefined) return undefined;
  if (!url.startsWith('data:')) return readText(path.resolve(path.dirname(file), decodeURIComponent(url)));
  return textIn(url);
}

// Returns the place in the original source; undefined if there is no source map for it.
function original(place, text) {
  const json = mapOf(text, place.file);
  const found = json === undefined ? undefined : originalOf(place, json);
  return found && { ...found, text: found.content ?? readText(found.file) };
}

function frameOf({ text, line, column }) {
  if (text === undefined) return [];
  const lines = text.split(/\r?\n/);
  const from = Math.max(1, line - AROUND);
  const to = Math.min(lines.length, line + AROUND);
  const width = String(to).length;
  const frame = [];
  for (let number = from; number <= to; number++) {
    const mark = number === line ? '>' : ' ';
    frame.push(`${mark} ${String(number).padStart(width)} | ${lines[number - 1]}`.trimEnd());
    if (number === line) frame.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`);
  }
  return frame;
}

/**
 * Returns {file, line, column, shown, frame} for the call site of a trace; undefined if `site` is no file with a
 * position. Lines and columns count from 1. `file` is as relativeTo() has it, `shown` is "file:line:column",
 * and `frame` has the lines around it, with a mark.
 */
function placeOf(site, cwd) {
  const ran = parseSite(site, cwd);
  if (!ran) return undefined;
  const text = readText(ran.file);
  const place = (text === undefined ? undefined : original(ran, text)) ?? { ...ran, text };
  const file = relativeTo(cwd, place.file);
  return { file, line: place.line, column: place.column, shown: `${file}:${place.line}:${place.column}`, frame: frameOf(place) };
}

module.exports = { placeOf };
