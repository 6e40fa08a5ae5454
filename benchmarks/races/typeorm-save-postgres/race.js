'use strict'
require('reflect-metadata')
const { DataSource, EntitySchema } = require('typeorm')
const { race, sleep } = require('../driver.js')

// save() looks for the row, and then inserts or updates it. Two requests save the same row, one a little later.
const table = `counter_${process.pid}_${Date.now()}`
const Counter = new EntitySchema({
  name: table,
  columns: { id: { type: Number, primary: true }, value: { type: Number } },
})
const source = new DataSource({
  type: 'postgres',
  host: process.env.RACE_POSTGRES,
  username: 'race',
  database: 'postgres',
  entities: [Counter],
  extra: { min: 2, max: 2 },
})

async function main() {
  await source.initialize()
  await source.query(`create table ${table} (id integer primary key, value integer)`)
  // Both connections are opened beforehand, so that only the queries count.
  await Promise.all([1, 2].map(() => source.query('select pg_sleep(0.05)')))
  const counters = source.getRepository(table)
  const first = counters.save({ id: 1, value: 1 })
  await sleep(200)
  const second = counters.save({ id: 1, value: 2 })
  await Promise.all([first, second]).catch((error) => race(error.message))
  await source.query(`drop table ${table}`)
  await source.destroy()
}

main()
