// The user switches the language; only the texts of the last choice are used.
const { EventEmitter, once } = require('events');
const fs = require('fs');
const zlib = require('zlib');
const assert = require('assert');

class Texts extends EventEmitter {
  load(language, callback) {
    if (language === 'en') return fs.readFile(__filename, 'utf8', (err, text) => callback(err, text));
    zlib.gunzip(zlib.gzipSync(language.repeat(1000)), (err, text) => callback(err, String(text)));
  }

  use(language) {
    this.wanted = language;
    this.load(language, (err, text) => {
      if (this.wanted !== language) return;
      if (err) return this.emit('error', err);
      this.current = { language, text };
      this.emit('changed', language);
    });
  }
}

(async () => {
  const texts = new Texts();
  const seen = [];
  texts.on('changed', (language) => seen.push(language));
  for (const language of ['en', 'de', 'fr', 'it']) texts.use(language);
  await once(texts, 'changed');
  assert.deepStrictEqual(seen, ['it']);
  assert.strictEqual(texts.current.text.length, 2000);
  texts.use('en');
  await once(texts, 'changed');
  assert.strictEqual(texts.current.language, 'en');
})();
