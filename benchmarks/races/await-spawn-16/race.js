'use strict'
const spawn = require('await-spawn')
const { race } = require('../driver.js')

// A child that prints, and ends a little later.
async function main() {
  const output = await spawn('sh', ['-c', 'echo ready; sleep 0.1'])
  if (String(output) !== 'ready\n') race(`the output was taken before it came: ${JSON.stringify(String(output))}`)
}

main()
