'use strict';
// The formats of a report, and the default file of each; "-" is standard output. make() returns the writer of a
// campaign: a function that takes each of its events in turn and returns the text to write, often "". ofRaces() returns
// the text of a report on request races (requests.json).
const { forJson } = require('../shown/media.js');

const FORMATS = {
  html: {
    make: () => require('./html/index.js').htmlWriter(), ofRaces: (report) => require('./html/requests.js').htmlOf(report),
    file: 'report.html',
  },
  json: {
    make: () => require('./json.js').jsonWriter(), ofRaces: (report) => `${forJson(report, 2)}\n`, file: 'report.json',
  },
  junit: {
    make: () => require('./junit.js').junitWriter(), ofRaces: (report) => require('./junit.js').junitOf(report),
    file: 'junit.xml',
  },
  sarif: {
    make: () => require('./sarif.js').sarifWriter(), ofRaces: (report) => require('./sarif.js').sarifOf(report),
    file: 'report.sarif',
  },
  github: { make: () => require('./github.js').githubWriter(), file: '-' },
  chrome: {
    make: () => require('./chrome.js').chromeWriter(), ofRaces: (report) => require('./chrome.js').chromeOf(report),
    file: 'trace.json',
  },
};

module.exports = { FORMATS };
