// Draws a large picture in slices, so that other work gets its turn; the frame needs the theme.
const fs = require('fs');
const assert = require('assert');

const picture = { rows: [], theme: null };

function draw(rows, done) {
  let y = 0;
  const slice = () => {
    for (let i = 0; i < 4 && y < rows; i++, y++) {
      let pixel = y;
      for (let x = 0; x < 20000; x++) pixel = (pixel * 31 + x) % 65521;
      picture.rows.push(pixel);
    }
    if (y < rows) setImmediate(slice);
    else done();
  };
  setImmediate(slice);
}

fs.readFile(__filename, 'utf8', (err, text) => {
  if (err) throw err;
  picture.theme = { title: text.split('\n')[0], color: 'blue' };
});

draw(1200, () => {
  assert.strictEqual(picture.rows.length, 1200);
  const frame = picture.theme.color.padStart(10);
  assert.strictEqual(frame, '      blue');
});
