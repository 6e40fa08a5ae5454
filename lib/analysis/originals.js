'use strict';
// Places in the code as the user wrote it, by the source maps of what ran in its stead.
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { TraceMap, originalPositionFor } = require('@jridgewell/trace-mapping');

const { relativeTo } = require('../names/project.js');

const SITE = /^(.*):([0-9]+):([0-9]+)$/;

/** Returns {file, line, column} of a call site "file:line:column", `file` absolute; undefined if it has no position. */
function parseSite(site, cwd) {
  const match = SITE.exec(site ?? '');
  if (!match) return undefined;
  const file = match[1].startsWith('file:') ? fileURLToPath(match[1]) : path.resolve(cwd, match[1]);
  return { file, line: Number(match[2]), column: Number(match[3]) };
}

/** Returns the text behind a URL that contains it, "data:...". */
function textIn(url) {
  const [head, data] = [url.slice(0, url.indexOf(',')), url.slice(url.indexOf(',') + 1)];
  return head.endsWith(';base64') ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data);
}

/**
 * Returns the place {file, line, column} in the original source, with its `content` if the map has it; undefined if
 * the map says nothing about it or is broken. `json` is the source map of place.file, as text or as a TraceMap.
 */
function originalOf(place, json) {
  try {
    const map = json instanceof TraceMap ? json : new TraceMap(json);
    const found = originalPositionFor(map, { line: place.line, column: place.column - 1 });
    if (found.source === null) return undefined;
    const source = found.source.startsWith('file://') ? fileURLToPath(found.source) : found.source;
    const file = path.resolve(path.dirname(place.file), source);
    const content = map.sourcesContent?.[map.sources.indexOf(found.source)];
    return { file, line: found.line, column: found.column + 1, content };
  } catch {
    return undefined; // the place in the code that ran is shown instead
  }
}

function mapsOf({ maps }) {
  const read = new Map();
  return (file) => {
    if (!read.has(file)) {
      try {
        read.set(file, new TraceMap(textIn(maps.get(file))));
      } catch {
        read.set(file, undefined); // as above
      }
    }
    return read.get(file);
  };
}

/**
 * Returns `trace` with the call sites of its operations as places in the user's own files, where the trace has a source
 * map. `ran` is the site as it was then: names contain it, and gates go by it.
 */
function withOriginals(trace) {
  if (!(trace.maps?.size > 0)) return trace;
  const cwd = trace.header?.cwd ?? '/';
  const mapFor = mapsOf(trace);
  const known = new Map();
  const originalSite = (site) => {
    const file = SITE.exec(site ?? '')?.[1];
    const found = trace.maps.has(file) && mapFor(file) && originalOf(parseSite(site, cwd), mapFor(file));
    if (!found) return site;
    return `${relativeTo(cwd, found.file)}:${found.line}:${found.column}`;
  };
  const operations = trace.operations.map((operation) => {
    const { site } = operation;
    if (!known.has(site)) known.set(site, originalSite(site));
    return known.get(site) === site ? operation : { ...operation, site: known.get(site), ran: site };
  });
  return { ...trace, operations };
}

module.exports = { originalOf, parseSite, textIn, withOriginals };
