'use strict';
// The formats of a report on request races. Each is a function from the object in requests.json to a text.

const { forJson } = require('../../shown/media.js');

const FORMATS = {
  html: { write: (report) => require('./html.js').htmlOf(report), file: 'report.html' },
  json: { write: (report) => `${forJson(report, 2)}\n`, file: 'report.json' },
  junit: { write: (report) => require('./junit.js').junitOf(report), file: 'junit.xml' },
  chrome: { write: (report) => require('./chrome.js').chromeOf(report), file: 'trace.json' },
  sarif: { write: (report) => require('./sarif.js').sarifOf(report), file: 'report.sarif' },
};

module.exports = { REQUEST_FORMATS: FORMATS };
