'use strict';
// A test that is set aside fails each run, so the exit status says nothing. Runners that book an error to no test fail
// the run by their status alone: such an error must still be found.
const { checkAside } = require('./check-endings.js');

checkAside(['vitest', 'ava']);
