require('./_f.cjs');
// The user switches the language; its texts are loaded in the background.
const { EventEmitter } = require('events');
const fs = require('fs');
const zlib = require('zlib');
const assert = require('assert');
/* force */ __late(fs, 'readFile', { before: 4000 });

class Texts extends EventEmitter {
  load(language, callback) {
    if (language === 'en') {
      // the original texts are not packed
      fs.readFile(__filename, 'utf8', (err, text) => callback(err, { language, size: text?.length }));
    } else {
      const packed = zlib.gzipSync(Buffer.alloc(12e6, language));
      zlib.gunzip(packed, (err, text) => callback(err, { language, size: text?.length }));
    }
  }

  use(language) {
    this.load(language, (err, texts) => {
      if (err) return this.emit('error', err);
      this.current = texts;
      this.emit('changed', language);
    });
  }
}

const texts = new Texts();
let changes = 0;
texts.on('changed', () => {
  if (++changes < 2) return;
  assert.strictEqual(texts.current.language, 'de');
  assert.strictEqual(texts.current.size, 12e6);
});
texts.use('en');
texts.use('de');
