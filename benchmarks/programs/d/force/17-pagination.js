// The export is slow between its pages.
const http = require('http');
const request = http.request;
http.request = (options, cb) => request(options, options.path === '/orders?page=0' ? (res) => setTimeout(cb, 1500, res) : cb);
require('../racy/17-pagination.js');
