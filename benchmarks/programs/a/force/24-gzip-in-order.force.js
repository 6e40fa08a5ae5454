require('./_f.cjs');
// Appends compressed blocks to an archive as they come in from a sensor.
const zlib = require('zlib');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(zlib, 'gzip', { nth: 2, after: 60 });

const archive = path.join(os.tmpdir(), `sensor-${process.pid}-${Date.now()}.gz`);
process.on('exit', () => fs.rmSync(archive, { force: true }));

let stored = 0;
function store(block) {
  zlib.gzip(block, (err, packed) => {
    if (err) throw err;
    fs.appendFileSync(archive, packed);
    if (++stored === 4) verify();
  });
}

let n = 0;
const sensor = setInterval(() => {
  store(Buffer.from(`block ${n}\n`));
  if (++n === 4) clearInterval(sensor);
}, 30);

function verify() {
  const text = zlib.gunzipSync(fs.readFileSync(archive)).toString();
  assert.strictEqual(text, 'block 0\nblock 1\nblock 2\nblock 3\n');
}
