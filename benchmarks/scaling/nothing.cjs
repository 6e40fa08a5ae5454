// Passes at once, so that only the cost of the campaign itself is measured.
'use strict';
require('node:fs').stat(__filename, () => {});
