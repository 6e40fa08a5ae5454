'use strict';
// The options of `nacd model`, in the form of the tables in program.js and campaign.js.

const MODEL_OPTIONS = [
  {
    key: 'store', env: 'NACD_STORE', flag: '--store', type: 'choice', values: ['postgres', 'mysql', 'sqlite', 'redis', 'memcached'],
    verbs: ['model'], common: true, help: 'scaffold: propose a store file for a database driver with this query language',
  },
];

module.exports = { MODEL_OPTIONS };
