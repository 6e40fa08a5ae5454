'use strict';
// Everything that is told to people comes from this folder, so that one tone and one format can be kept.
module.exports = {
  ...require('./problems.js'),
  ...require('./operations.js'),
  ...require('./campaign.js'),
  ...require('./replay.js'),
  ...require('./minimize.js'),
  ...require('./report.js'),
  ...require('./prove.js'),
  ...require('./project.js'),
  ...require('./model.js'),
};
