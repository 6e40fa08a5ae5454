// Preloaded in mode `empty`: what fails under this fails under any -r, whatever it does.
'use strict';
