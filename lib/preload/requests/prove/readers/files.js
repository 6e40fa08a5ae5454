'use strict';
// Reads the files of a folder as rows of a table.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

// Functions that the program may replace, or that are recorded later.
const { readdirSync, readFileSync, statSync } = fs;

const MOST_FILES = 10_000;
const MOST_BYTES = 1024 * 1024;

function contentOf(file) {
  if (statSync(file).size > MOST_BYTES) return `${statSync(file).size} bytes`;
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text.split('\n');
  }
}

// Other programs have their files in the folder for temporary ones, which come and go. Of a large folder, too, only the
// files that requests name are read.
function entriesOf(folder, { named }) {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (folder !== os.tmpdir() && entries.length <= MOST_FILES) return entries;
  const names = named.get(folder) ?? new Set();
  return entries.filter(({ name }) => names.has(name));
}

function rowsOf(folder, files) {
  return entriesOf(folder, files).map((entry) => ({
    name: entry.name, content: entry.isFile() ? contentOf(path.join(folder, entry.name)) : null,
  }));
}

/**
 * Returns a reader; `read(folder)` gives no row for a folder that is not there, `tables()` the folders that requests
 * have used.
 */
const readerOf = (store) => ({
  tables: () => [...store.latest.folders],
  async read(folder) {
    try {
      return { rows: rowsOf(folder, store.latest), primary: ['name'] };
    } catch (error) {
      if (error.code === 'ENOENT') return { rows: [], primary: ['name'] };
      throw error;
    }
  },
  waits: async () => [],
  close() {},
});

module.exports = { readerOf };
