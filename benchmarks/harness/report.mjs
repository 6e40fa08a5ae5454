// Prints the results for people, and writes them as JSON for scripts.
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import Table from 'cli-table3';

export function printTables({ cells, overall }) {
  const head = ['program', 'tool', 'shown', 'ratio (95 %)', 'runs to first', 'wall', 'CPU', 'time to first', 'note'];
  const details = new Table({ head, style: { compact: true, head: [], border: [] } });
  for (const cell of cells) details.push(row(cell));
  console.log(details.toString());

  const totals = new Table({
    head: ['tool', 'found', 'always', 'median ratio', 'runs to first', 'wall', 'CPU', 'time to first', 'false alarms'],
    style: { compact: true, head: [], border: [] },
  });
  for (const each of overall) totals.push(total(each));
  console.log(totals.toString());
}

function row(cell) {
  const { program, tool, raced, n, ratio, interval, runsUntilFirst, relativeWall, relativeCpu, timeToFirst } = cell;
  return [
    program,
    tool,
    `${raced}/${n}`,
    `${number(ratio)} (${interval.map(number).join(' to ')})`,
    runsUntilFirst ? `${number(runsUntilFirst.median)}, mean ${number(runsUntilFirst.mean)}` : '-',
    `${number(relativeWall)}x`,
    `${number(relativeCpu)}x`,
    seconds(timeToFirst),
    note(cell),
  ];
}

function note({ racy, raced, broken, said }) {
  const alarms = !racy && raced ? `${raced} FALSE ALARMS ` : '';
  return alarms + (broken ? `${broken} BROKEN: ${said?.split('\n').find(Boolean)?.slice(0, 60)}` : '');
}

function total(each) {
  return [
    each.tool,
    `${each.found}/${each.races}`,
    each.always,
    number(each.medianRatio),
    number(each.meanRunsUntilFirst),
    `${number(each.relativeWall)}x`,
    `${number(each.relativeCpu)}x`,
    seconds(each.timeToFirst),
    `${each.falseAlarms}/${each.freeRuns}${each.broken ? `, ${each.broken} broken` : ''}`,
  ];
}

const number = (value) => (Number.isFinite(value) ? value.toFixed(2) : '-');
const seconds = (ms) => (Number.isFinite(ms) && ms !== null ? `${(ms / 1000).toFixed(2)} s` : '-');

export function writeJson(file, { options, summary, runs }) {
  const { tools, node, ...rest } = options;
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, system: `${os.type()} ${os.release()}` };
  const { runs: count, falseAlarmRuns, campaigns } = rest;
  const conditions = { tools: tools.map(({ name }) => name), runs: count, falseAlarmRuns, campaigns, machine };
  writeFileSync(file, `${JSON.stringify({ version: 1, conditions, ...summary, runs }, null, 1)}\n`);
}
