'use strict';
// Build step: compress the assets and write a manifest of their sizes.
const assert = require('assert');
const zlib = require('zlib');
const EventEmitter = require('events');

const assets = [
  { name: 'robots.txt', data: Buffer.from('User-agent: *\n') },
  { name: 'style.css', data: Buffer.from('body { color: black }\n'.repeat(20)) },
  { name: 'bundle.js', data: Buffer.from(Array.from({ length: 200000 }, (_, i) => `m(${i * 7919 % 10007});`).join('\n')) },
];

class Compressor extends EventEmitter {
  constructor() {
    super();
    this.manifest = {};
  }

  run(list) {
    list.forEach((asset, i) => {
      zlib.gzip(asset.data, { level: 9 }, (err, out) => {
        if (err) return this.emit('error', err);
        this.manifest[asset.name] = { raw: asset.data.length, gzip: out.length };
        if (i === list.length - 1) this.emit('done', this.manifest);
      });
    });
  }
}

const compressor = new Compressor();
compressor.on('done', (manifest) => {
  const names = Object.keys(manifest).sort();
  assert.deepStrictEqual(names, ['bundle.js', 'robots.txt', 'style.css']);
  let saved = 0;
  for (const name of names) saved += manifest[name].raw - manifest[name].gzip;
  assert.ok(saved > 0);
});
compressor.run(assets);
