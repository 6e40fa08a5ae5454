// Runs the made-up orders of benchmarks/gates/orders.cjs several times.
import path from 'node:path';
import { median } from 'simple-statistics';
import { metered } from './metered.mjs';

const BATCH = 101;

async function runBatch(first, count, { node, root, env }) {
  const program = path.join(root, 'benchmarks', 'gates', 'orders.cjs');
  const command = [node, '-r', path.join(root, 'lib', 'gates.js'), program, String(first), String(count)];
  const options = { cwd: root, env: { ...process.env, ...env, NACD_QUIET: '1' }, timeout: 300_000 };
  const { stdout, late } = await metered(command, options);
  const lines = stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  return { lines, hung: late ? 1 : 0, missing: count - lines.length };
}

/**
 * Runs `total` orders, each `runs` times. Resolves to how many possible orders were kept and how many impossible ones
 * were reported.
 */
export async function measureOrders(total, options, runs = 3) {
  const none = () => ({ right: 0, of: 0, ms: [] });
  const sum = { possible: none(), impossible: none(), hung: 0, missing: 0, wrong: [] };
  for (let run = 0; run < runs; run++) {
    for (let first = 0; first < total; first += BATCH) {
      const { lines, hung, missing } = await runBatch(first, Math.min(BATCH, total - first), options);
      sum.hung += hung;
      sum.missing += missing;
      for (const line of lines) {
        const part = line.possible ? sum.possible : sum.impossible;
        part.of++;
        if (line.right) part.right++;
        else sum.wrong.push(line);
        part.ms.push(line.ms);
      }
    }
  }
  for (const part of [sum.possible, sum.impossible]) part.ms = median(part.ms);
  const { possible, impossible } = sum;
  console.log(`${total} orders, ${runs} runs: possible ${possible.right} of ${possible.of} kept (median ${possible.ms} ms), impossible `
    + `${impossible.right} of ${impossible.of} told (median ${impossible.ms} ms), ${sum.hung} hung, ${sum.missing} without result`);
  for (const wrong of sum.wrong.slice(0, 10)) console.log(JSON.stringify(wrong));
  return sum;
}
