'use strict';
const { testEndings } = require('./check-endings.js');

testEndings(1, 4);
