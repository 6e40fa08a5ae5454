require('./_f.cjs');
// Retries with growing pauses, and a deadline for all attempts together.
const assert = require('assert');

function retry(operation, { pauses, deadline }) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('deadline exceeded')), deadline);
    let attempt = 0;
    const next = () => {
      const result = operation(attempt);
      if (result !== undefined) {
        clearTimeout(limit);
        return resolve(result);
      }
      if (attempt === pauses.length) return reject(new Error('gave up'));
      /* force */ if (attempt === 1) __busy(150);
      setTimeout(next, pauses[attempt++]);
    };
    next();
  });
}

// a device that needs some attempts before it is awake
const wake = (attempt) => (attempt < 3 ? undefined : 'awake');

retry(wake, { pauses: [10, 20, 40], deadline: 160 }).then((state) => {
  assert.strictEqual(state, 'awake');
});
