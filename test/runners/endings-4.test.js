'use strict';
const { testEndings } = require('./check-endings.js');

testEndings(3, 4);
