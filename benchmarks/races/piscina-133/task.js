'use strict'
// Tells its progress on a channel of its own, and returns a little later.
module.exports = async ({ port }) => {
  for (const step of [1, 2, 3]) port.postMessage(step)
  await new Promise((resolve) => setTimeout(resolve, 150))
}
