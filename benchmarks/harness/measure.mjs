// Measures round by round, and within a round program by program and tool by tool, so that a drift of the machine
// affects all tools alike. Every other round goes through the tools backwards.
import { execute } from './execute.mjs';

export async function measure({ programs, options, env }) {
  const runs = [];
  const rounds = Math.max(options.runs, options.falseAlarmRuns, options.campaigns);
  for (let round = 0; round < rounds; round++) {
    const tools = round % 2 ? options.tools.toReversed() : options.tools;
    for (const program of programs) {
      for (const tool of tools) {
        if (round >= roundsOf(tool, program, options)) continue;
        const seed = round + 1;
        const result = await execute({ tool, program, seed, options, env });
        runs.push({ program: program.label, racy: program.racy, tool: tool.name, seed, ...result });
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return runs;
}

const CAMPAIGN_RUNS = 30; // runs of a campaign that finds nothing

function roundsOf(tool, program, { runs, falseAlarmRuns, campaigns }) {
  if (tool.campaign) return program.racy ? campaigns : Math.min(campaigns, Math.ceil(falseAlarmRuns / CAMPAIGN_RUNS));
  return program.racy ? runs : falseAlarmRuns;
}
