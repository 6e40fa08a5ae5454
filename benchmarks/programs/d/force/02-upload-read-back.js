// The file of the upload opens slowly.
const fs = require('fs');
const open = fs.open;
fs.open = (...args) => setTimeout(() => open(...args), 2000);
require('../racy/02-upload-read-back.js');
