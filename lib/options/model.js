'use strict';
// The options of `nacd model`, in the form of the tables in program.js and campaign.js.

const MODEL_OPTIONS = [
  {
    key: 'store', env: 'NACD_STORE', flag: '--store', type: 'choice', values: ['postgres', 'mysql', 'sqlite', 'redis', 'memcached'],
    verbs: ['model'], help: 'scaffold: propose a store file (model/stores) of a database driver; the language of its statements',
  },
];

module.exports = { MODEL_OPTIONS };
