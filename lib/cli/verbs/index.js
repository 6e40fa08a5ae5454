'use strict';
// The verbs, in the order of the help.
module.exports = [
  require('./run.js'),
  require('./worker.js'),
  require('./replay.js'),
  require('./minimize.js'),
  require('./prove.js'),
  require('./requests.js'),
  require('./report.js'),
  require('./merge.js'),
  require('./init.js'),
  require('./doctor.js'),
  require('./model.js'),
];
