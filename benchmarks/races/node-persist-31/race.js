'use strict'
const { race, sleep, tempDir } = require('../driver.js')
const storage = require('node-persist')

// A value is set twice, one after the other; a store that is opened afterwards must see the later one.
async function main() {
  const dir = tempDir()
  await storage.init({ dir })
  const first = storage.setItem('theme', 'light')
  await sleep(200)
  await Promise.all([first, storage.setItem('theme', 'dark')])
  const reopened = storage.create({ dir })
  await reopened.init()
  const theme = await reopened.getItem('theme')
  if (theme !== 'dark') race(`the first write came last: ${theme}`)
}

main()
