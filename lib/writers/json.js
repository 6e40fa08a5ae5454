'use strict';
// Writes all results as JSON, for other programs (docs/reference/results.md describes the keys).
const { forJson } = require('../shown/media.js');

function jsonWriter() {
  const failures = [];
  return (event) => {
    if (event.type === 'failure') {
      const { failure, file, race, rate } = event;
      failures.push({ ...failure, schedule: file, race, rate });
    }
    if (event.type !== 'end') return '';
    return `${forJson({ ...event.campaign, failures }, 2)}\n`;
  };
}

module.exports = { jsonWriter };
