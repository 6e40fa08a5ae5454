'use strict';
const { OptionError, readOne } = require('./read.js');

function textOf(value) {
  if (value === true) return '1';
  return value === false ? '0' : String(value);
}

/**
 * Returns the value of an option of the table that came from a file or another machine, checked as a variable's text
 * is; undefined if it is not valid.
 */
function readValue(option, value) {
  try {
    return readOne(option, textOf(value));
  } catch (error) {
    if (error instanceof OptionError) return undefined;
    throw error;
  }
}

module.exports = { readValue };
