'use strict'
const path = require('node:path')
const { Piscina } = require('piscina')
const { race } = require('../driver.js')

async function main() {
  const pool = new Piscina({ filename: path.join(__dirname, 'task.js'), minThreads: 1, maxThreads: 1 })
  const { port1, port2 } = new MessageChannel()
  let steps = 0
  port1.on('message', () => steps++)
  await pool.run({ port: port2 }, { transferList: [port2] })
  if (steps < 3) race(`the task is done, but only ${steps} of its 3 steps were heard of`)
  port1.close()
  await pool.destroy()
}

main()
