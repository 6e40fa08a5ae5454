'use strict';
/* global document, window */
// Draws the timelines. Names come from the program under test, so they are only set as text, never as markup.
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const ROW = 34;
  const LEFT = 84;
  const data = JSON.parse(document.getElementById('data').textContent);

  function element(name, attributes, parent, text) {
    const node = document.createElementNS(SVG, name);
    for (const key of Object.keys(attributes)) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  }

  function html(name, className, parent, text) {
    const node = document.createElement(name);
    node.className = className;
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  }

  function endOf(run) {
    let end = 1;
    for (const { operations } of run.lanes) for (const { t, decided } of operations) end = Math.max(end, t, decided);
    return end;
  }

  function describe(operation) {
    const lines = [operation.label, operation.site || 'call site unknown', operation.name];
    lines.push(operation.lost ? 'did not happen: the process ended before' : `happened at ${operation.t.toFixed(1)} ms`);
    if (operation.delay !== undefined) lines.push(`delayed by ${operation.delay} ms`);
    return lines.join('\n');
  }

  function drawOperation(view, operation, y, svg) {
    const x = (t) => LEFT + (t / view.end) * (view.width - LEFT - 12);
    const late = operation.delay !== undefined;
    const classes = ['op', late && 'late', operation.lost && 'lost', view.raced.includes(operation.name) && 'raced'];
    const group = element('g', { class: classes.filter(Boolean).join(' '), tabindex: 0, role: 'button' }, svg);
    group.setAttribute('aria-label', operation.label);
    // A lost operation would have happened at the end of its delay.
    const until = operation.lost && late ? Math.min(view.end, operation.decided + operation.delay) : operation.t;
    if (late) {
      const width = Math.max(1, x(until) - x(operation.decided));
      element('rect', { x: x(operation.decided), y: y - 4, width, height: 8, rx: 3 }, group);
    }
    element('circle', { cx: x(until), cy: y, r: 5 }, group);
    if (view.raced.includes(operation.name)) label(view, operation, { x: x(until), y }, group);
    element('title', {}, group, `${operation.label}  ${operation.site || ''}`);
    const choose = () => view.choose(group, operation);
    group.addEventListener('click', choose);
    group.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') choose();
    });
    view.drawn.push({ group, text: `${operation.label} ${operation.name} ${operation.site || ''}`.toLowerCase() });
  }

  function label(view, operation, { x, y }, group) {
    const anchor = x > view.width / 2 ? 'end' : 'start';
    element('text', { x: anchor === 'end' ? x - 9 : x + 9, y: y - 8, 'text-anchor': anchor }, group, operation.label);
  }

  function drawRun(view, run, parent) {
    const height = Math.max(1, run.lanes.length) * ROW + 44;
    const svg = element('svg', { width: view.width, height, viewBox: `0 0 ${view.width} ${height}` }, parent);
    element('text', { x: 8, y: 16 }, svg, run.title);
    for (const [index, { lane, operations, leftOut }] of run.lanes.entries()) {
      const y = 40 + index * ROW;
      element('text', { x: 8, y: y + 4 }, svg, leftOut ? `${lane} (+${leftOut})` : lane);
      element('line', { class: 'rule', x1: LEFT, x2: view.width - 8, y1: y, y2: y }, svg);
      for (const operation of operations) drawOperation(view, operation, y, svg);
    }
    element('text', { x: LEFT, y: height - 6 }, svg, '0 ms');
    element('text', { x: view.width - 12, y: height - 6, 'text-anchor': 'end' }, svg, `${Math.round(view.end)} ms`);
  }

  function makeView(box, { raced, runs }, detail) {
    const view = { raced, drawn: [], width: Math.max(box.clientWidth - 2, 320), end: Math.max(...runs.map(endOf)) };
    view.choose = (group, operation) => {
      for (const other of box.querySelectorAll('.chosen')) other.classList.remove('chosen');
      group.classList.add('chosen');
      detail.textContent = describe(operation);
    };
    return view;
  }

  function draw(box) {
    const failure = data[Number(box.dataset.failure)];
    const tools = html('div', 'tools', box);
    const search = html('input', '', tools);
    Object.assign(search, { type: 'search', placeholder: 'search operations: fs, test/a.js, setInterval…' });
    search.setAttribute('aria-label', 'search operations');
    const found = html('span', 'note', tools);
    const drawings = html('div', '', box);
    const detail = html('pre', 'detail', box, 'Click an operation to see where it was called.');
    let view;
    const mark = () => {
      const wanted = search.value.trim().toLowerCase();
      const hits = view.drawn.filter(({ group, text }) => !group.classList.toggle('dim', !text.includes(wanted)));
      found.textContent = wanted ? `${hits.length} of ${view.drawn.length}` : '';
    };
    const redraw = () => {
      drawings.replaceChildren();
      view = makeView(box, failure, detail);
      for (const run of failure.runs) drawRun(view, run, html('div', 'drawing', drawings));
      mark();
    };
    search.addEventListener('input', mark);
    window.addEventListener('resize', redraw);
    redraw();
  }

  for (const box of document.querySelectorAll('.timeline')) draw(box);
})();
