'use strict';
// Finds the place of a failure whose two operations are not known: GitHub refuses a whole SARIF file in which one
// result has no location.
const fs = require('node:fs');
const path = require('node:path');

const { failureMessages } = require('../campaign/outputs/index.js');
const { keptOutputs } = require('../campaign/read-outputs.js');

const PLACE = /(?:file:\/\/)?((?:[A-Za-z]:)?[^\s():'"]+\.[cm]?[jt]sx?):([0-9]+):([0-9]+)/g;

function isOwn(file, cwd) {
  const relative = path.relative(cwd, path.resolve(cwd, file));
  return !/^\.\.|(?:^|[\\/])node_modules[\\/]/.test(relative) && fs.existsSync(path.join(cwd, relative));
}

function placeIn(text, cwd) {
  const [, file, line, column] = [...text.matchAll(PLACE)].find(([, named]) => isOwn(named, cwd)) ?? [];
  return file && { file: path.relative(cwd, path.resolve(cwd, file)), line: Number(line), column: Number(column) };
}

/** The location of findings that have no line in the program. */
const PROJECT = { file: 'package.json', line: 1, column: 1 };

/** Returns {file, line, column}: the first place of the program that the output of the failure in `folder` names. */
function anchorOf({ failure, campaign, folder }) {
  const outputs = keptOutputs(folder);
  const message = failureMessages(...outputs).get(failure.title) ?? outputs.toReversed().join('\n');
  const { cwd } = campaign; // the file may be without it
  return (cwd && placeIn(message, cwd)) || PROJECT;
}

module.exports = { PROJECT, anchorOf };
