'use strict'
const { atExit } = require('../driver.js')

// Looks like a bet on the clock, but timers that are started together come by their time, and then by their start.
const order = []
setTimeout(() => order.push('c'), 60)
setTimeout(() => order.push('a'), 20)
setTimeout(() => order.push('b'), 20)
atExit(() => (order.join('') === 'abc' ? null : `the timers came as ${order.join('')}`))
