// The resolver is slow.
const dns = require('dns');
const lookup = dns.lookup;
dns.lookup = (...args) => (args[0] === 'localhost' ? setTimeout(() => lookup(...args), 3000) : lookup(...args));
require('../racy/24-resolve-statsd.js');
