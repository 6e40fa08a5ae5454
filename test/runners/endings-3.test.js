'use strict';
const { testEndings } = require('./check-endings.js');

testEndings(2, 4);
