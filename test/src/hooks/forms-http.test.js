'use strict';
// Runs on every Node.js version.
const { testForms } = require('./harness.js');

testForms('forms/http.js', { pauses: true });
