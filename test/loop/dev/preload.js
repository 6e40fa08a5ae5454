'use strict';
require('./build/Release/loop_dev.node');
