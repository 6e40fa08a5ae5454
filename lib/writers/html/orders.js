'use strict';
// Draws how many orders of events were tried, a bar a file of the program.
const messages = require('../../messages/index.js');
const { forHtml } = require('../../shown/media.js');

const MOST_FILES = 50;

const part = (name, count, all) => (count > 0 ? `<span class="${name}" style="width:${(count / all) * 100}%"></span>` : '');

function row([file, counts]) {
  const { all, shown, impossible, left } = counts;
  const bar = `${part('shown', shown, all)}${part('cannot', impossible, all)}${part('left', left, all)}`;
  return `<tr><td>${forHtml(messages.orderFile(file))}</td><td>${all}</td><td>${shown}</td><td>${impossible}</td><td>${left}</td>`
    + `<td class="bar">${bar}</td></tr>\n`;
}

/** Returns a section of HTML about the orders of a campaign; "" if it has counted none. */
function ordersSection({ orders, runs }) {
  if (!orders || orders.all === 0) return '';
  const files = Object.entries(orders.files ?? {}).sort((a, b) => b[1].all - a[1].all).slice(0, MOST_FILES);
  const head = messages.orderColumns().map((name) => `<th>${forHtml(name)}</th>`).join('');
  const reasons = messages.reasonLines(orders).map((line) => forHtml(line.trim())).join('<br>');
  return `<section class="orders"><h2>${forHtml(messages.ordersTitle())}</h2>
<p>${forHtml(messages.ordersLine(orders, runs.length))}</p>
<table><thead><tr>${head}<th></th></tr></thead><tbody>
${files.map(row).join('')}</tbody></table>
<p class="note">${reasons}</p></section>
`;
}

module.exports = { ordersSection };
