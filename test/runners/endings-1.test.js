'use strict';
const { testEndings, testTable } = require('./check-endings.js');

testEndings(0, 4);
testTable();
