'use strict';
// The strategies of a campaign's first runs. Those that show most races soonest come first (lab/benchmarks.md). With
// mode always, `reverse` does nearly the same for every seed, so each of its runs has other parameters.
// - The first holds all that comes, and each task where its effect is late: a change before it is made, a look after it
//   was taken. With half of the time left for each next one, what passes has time for several steps, and short delays
//   occur as well as long ones.
// - The second knows from the first, and from a run without delays, which events have not come between two steps of a
//   chain, and makes most of these orders at once. So does the fifth. With several processes the second comes fourth.
// - What a program starts with is held in the first, and what follows may then come after all else. So the third holds
//   tasks of the pool alone: a slow file behind a connection or in a child. A group begins with one that looks, so a
//   slow read ends after changes that are made meanwhile, and that follows from another operation, so it is in the
//   middle of its chain. The first child is late as a whole, its start included, while the next one is not, and so are
//   the messages of the second port. Workers and children hold changes in the middle of a chain instead of looks.
// - The fourth leaves the first operation of a group far behind, and holds tasks of the pool before they begin: what
//   they see is late as well.
// - In the sixth each completion passes those before it.
// - The seventh holds changes everywhere, and answers.
// - The eighth has a slow disk everywhere, of the first child in real time: tasks of the pool alone are late, also
//   those with which a process starts. What other processes and threads send then comes before what they have looked
//   up. What others begin then, when something has come to them, they do late, while what they say is in time. With
//   several processes it comes second, and the seventh third.
// Of operations that are ready together the third and the fourth prefer others than the first, and stalls are at the
// other places. The ends of several children wait for their output in some of these; in later runs the seed decides.
// `alike` has a chain of steps of one kind, child or connection fall behind another chain, which the others show by
// chance. `learned` is never first: it needs a run to learn from.
const PORTFOLIO = [
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5, reverseStarts: 2, endsWait: 1, slowChildren: 1, stalls: 0.5 },
  { strategy: 'learned', several: true },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.1, newestFirst: 1, reverseTasks: 3, reverseFollowing: 2, endsWait: 0, slowChildren: 2, stalls: 0.5 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.1, newestFirst: 1, reverseStarts: 1, endsWait: 0, slowChildren: 1, stalls: 0.5 },
  { strategy: 'learned', several: true },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.95, endsWait: 0, stalls: 0.5 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.1, reverseTasks: 2, reverseAnswers: 1, reverseFollowing: 2, endsWait: 0, slowChildren: 1, stalls: 0 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.1, newestFirst: 1, reverseTasks: 1, endsWait: 0, slowChildren: 2, stalls: 0.5 },
  { strategy: 'learned' },
  { strategy: 'alike', alikeBy: 0, alikeBit: 0, alikeOthers: 0, slowChildren: 1, stalls: 0 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5, reverseFollowing: 1, stalls: 0.5 },
  { strategy: 'alike', alikeBy: 2, alikeBit: 0, alikeOthers: 1, stalls: 0 },
  { strategy: 'learned' },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.1, reverseFollowing: 1, reverseStarts: 1, stalls: 0.5 },
  { strategy: 'alike', alikeBy: 1, alikeBit: 0, alikeOthers: 0, stalls: 0 },
  { strategy: 'learned', stalls: 1 },
  { strategy: 'alike', alikeBy: 0, alikeBit: 0, alikeOthers: 1, slowChildren: 1, stalls: 0 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.5, newestFirst: 1, stalls: 1 },
  { strategy: 'alike', alikeBy: 1, alikeBit: 0, alikeOthers: 1, stalls: 0 },
  { strategy: 'alike', alikeBy: 2, alikeBit: 0, alikeOthers: 0, stalls: 0 },
  { strategy: 'reverse', mode: 'always', reverseShare: 0.25, stalls: 0 },
  { strategy: 'uniform' },
  { strategy: 'pos' },
];

// The strategies of all further runs, again and again. Chance decides much in each of them, so another seed gives
// another schedule.
const REPEATED = [
  { strategy: 'learned' },
  { strategy: 'reverse', probability: 0.05, reverseShare: 0.5 },
  { strategy: 'alike' },
  { strategy: 'uniform' },
  { strategy: 'learned' },
  { strategy: 'reverse', probability: 0.1, reverseShare: 0.95, newestFirst: 1 },
  { strategy: 'pos' },
  { strategy: 'learned' },
  { strategy: 'reverse', probability: 0.1, reverseShare: 0.25, reverseStarts: 0.5 },
  { strategy: 'uniform', probability: 0.15 },
  { strategy: 'alike', maxDelay: 100 },
  { strategy: 'pct' },
  { strategy: 'learned' },
  { strategy: 'nodefz' },
];

// The order for commands with other processes or threads: a disk that is slow for these, and then changes and answers
// that are late, come before what holds several operations.
const WITH_OTHERS = [0, 7, 6, 1, 4, 2, 3, 5].map((at) => PORTFOLIO[at]).concat(PORTFOLIO.slice(8));

// The order where no look follows from another operation, so that the third run would hold nothing.
const WITHOUT_LATE_LOOKS = [0, 1, 3, 4, 5, 2].map((at) => PORTFOLIO[at]).concat(PORTFOLIO.slice(6));

const DELAYS = ['minDelay', 'maxDelay'];

// A run of `learned` replays a schedule, which excludes a mode given by the user.
const without = (strategy, turns) => turns.filter((turn) => turn.strategy !== strategy);

function orderFor({ hasOthers = false, hasLateLooks = true }) {
  if (hasOthers) return WITH_OTHERS;
  return hasLateLooks ? PORTFOLIO : WITHOUT_LATE_LOOKS;
}

function turnAt(index, { given }, program) {
  const portfolio = orderFor(program);
  const [first, repeated] = given.has('mode')
    ? [portfolio, REPEATED].map((turns) => without('learned', turns))
    : [portfolio, REPEATED];
  return first[index] ?? repeated[(index - first.length) % repeated.length];
}

// The shortest delay of a turn could be above the longest of the user, so one of the two excludes both.
const isGiven = (key, { given }) => (
  given.has(key) || (DELAYS.includes(key) && DELAYS.some((delay) => given.has(delay))));

/**
 * Returns the options of run `index` (from 0) that the user did not give: a strategy and its parameters. `program` is
 * what the runs without delays show. `hasOthers`: the command has several processes or threads. `hasLateLooks`: a task
 * of the pool that only looks follows from another operation.
 */
function turnOf(settings, index, program = {}) {
  if (settings.given.has('strategy')) return { strategy: settings.values.strategy };
  const turn = Object.entries(turnAt(index, settings, program));
  return Object.fromEntries(turn.filter(([key]) => key === 'strategy' || !isGiven(key, settings)));
}

module.exports = { turnOf, PORTFOLIO, REPEATED };
