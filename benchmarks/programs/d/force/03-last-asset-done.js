// A busy pool thread finishes the style sheet late.
const zlib = require('zlib');
const gzip = zlib.gzip;
zlib.gzip = (data, options, cb) => gzip(data, options, data.length < 1000 && data.length > 20 ? (...r) => setTimeout(cb, 4000, ...r) : cb);
require('../racy/03-last-asset-done.js');
