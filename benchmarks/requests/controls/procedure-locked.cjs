'use strict';
// Goods that are reserved by a procedure of MariaDB, which looks at the stock while it has the lock of the row.
const subject = require('../subjects/procedure.cjs');

exports.about = 'SELECT ... FOR UPDATE inside a stored procedure of MariaDB';
exports.packages = subject.packages;
exports.start = (world) => subject.startWith(world, 'FOR UPDATE');
exports.traffic = subject.traffic;
