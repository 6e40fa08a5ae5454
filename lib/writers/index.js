'use strict';
// The formats of a report, and the default file of each; "-" is standard output. make() returns a writer: a function
// that takes each event of a campaign in turn and returns the text to write, often "".

const FORMATS = {
  html: { make: () => require('./html/index.js').htmlWriter(), file: 'report.html' },
  json: { make: () => require('./json.js').jsonWriter(), file: 'report.json' },
  junit: { make: () => require('./junit.js').junitWriter(), file: 'junit.xml' },
  sarif: { make: () => require('./sarif.js').sarifWriter(), file: 'report.sarif' },
  github: { make: () => require('./github.js').githubWriter(), file: '-' },
  chrome: { make: () => require('./chrome.js').chromeWriter(), file: 'trace.json' },
};

module.exports = { FORMATS };
