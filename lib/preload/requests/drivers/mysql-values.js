'use strict';
// Values that the drivers of MySQL and MariaDB get and give.

const { isDate } = require('node:util/types');

const isObject = (value) => typeof value === 'object' && value !== null;

/** Returns whether a value leaves the text of a statement as it is, unlike a list (`IN (?)`) or an object (`SET ?`). */
const isSimple = (value) => !isObject(value) || isDate(value) || ArrayBuffer.isView(value);

/** Returns whether a result tells of changes, and has no rows. */
const isSummary = (value) => isObject(value) && 'affectedRows' in value;

module.exports = { isObject, isSimple, isSummary };
