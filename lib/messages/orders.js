'use strict';
// Says how many orders of events a campaign knows of, how many it has shown, and how many cannot be.
const { readName } = require('../names/name.js');
const { operationName } = require('../names/short.js');
const { percent, plural } = require('./words.js');

// By lib/orders/coverage.js, each after a number of orders.
const REASONS = {
  follows: 'one event follows from the other',
  absent: 'one of the two did not happen when the other was held',
  late: 'the wait would be longer than allowed (--max-delay)',
  vain: 'tried three times, and it did not come about',
};

// Returns the share of the orders that were shown or cannot be, from 0 to 1.
const coveredShare = ({ all, shown, impossible }) => (all === 0 ? 1 : (shown + impossible) / all);

/** Returns one sentence or two about the `orders` of a campaign with this number of runs. */
function ordersLine({ all, shown, impossible, left }, runs) {
  if (all === 0) return 'no orders to try: no two events of this program can change places, as far as its traces say';
  const counts = [`${shown} shown`, impossible > 0 && `${impossible} cannot happen`].filter(Boolean).join(', ');
  if (left === 0) return `all ${plural(all, 'order')} of two events tried in ${plural(runs, 'run')}: ${counts}`;
  return `${plural(all, 'order')} of two events: ${counts}, ${left} left to try`;
}

/** Returns a line for each reason why orders cannot be. */
function reasonLines({ reasons = {} }) {
  const known = Object.entries(reasons).sort((a, b) => b[1] - a[1]);
  return known.map(([reason, count]) => `  cannot happen: ${count}, ${REASONS[reason] ?? reason}`);
}

const SITE = (name) => readName(name).site ?? '';
const eventName = ({ name, phase, place }) => {
  const parts = [operationName({ name, phase, api: readName(name).api }), SITE(name), place === '0' ? '' : `(process ${place})`];
  return parts.filter(Boolean).join(' ');
};

/** Returns a line for each order that cannot be, of those that campaign.json lists. */
function impossibleLines({ cannot = [] }) {
  return cannot.map(({ event, point, reason }) => (
    `  cannot happen: ${eventName(event)} before ${eventName(point)}: ${REASONS[reason] ?? reason}`));
}

/** Returns the line that says that fewer orders were tried than --cover asks for; undefined if there are enough. */
function coverLine({ cover, orders }) {
  if (cover === undefined) return undefined;
  if (!orders) return `--cover ${cover}: no orders were counted, since no run was planned (docs/guide/planned-runs.md)`;
  const share = coveredShare(orders);
  if (share * 100 >= cover) return undefined;
  return `--cover ${cover}: ${percent(share)} of ${plural(orders.all, 'order')} were tried; more runs (--runs) try more`;
}

const ordersTitle = () => 'Orders by file';
const orderColumns = () => ['the event that would have to wait is in', 'orders', 'shown', 'cannot happen', 'left'];
const orderFile = (file) => file || '(not called from a file of the program)';

module.exports = {
  coverLine, impossibleLines, orderColumns, orderFile, ordersLine, ordersTitle, reasonLines,
};
