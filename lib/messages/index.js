'use strict';
// All texts for people come from this folder, so that they keep one tone and one format.
module.exports = {
  ...require('./problems.js'),
  ...require('./campaign.js'),
  ...require('./interrupted.js'),
  ...require('./orders.js'),
  ...require('./replay.js'),
  ...require('./minimize.js'),
  ...require('./report.js'),
  ...require('./prove.js'),
  ...require('./project.js'),
  ...require('./model.js'),
  ...require('./requests.js'),
  ...require('./served.js'),
  ...require('./queue.js'),
};
