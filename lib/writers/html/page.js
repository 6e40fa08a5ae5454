'use strict';
/* global document, window */
// Draws the timelines. Names come from the program under test, so they are only set as text, never as markup.
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const ROW = 34;
  const LEFT = 84;
  const LINE = 13; // the height of a label
  const LETTER = 7; // its width, about
  const data = unpacked(JSON.parse(document.getElementById('data').textContent));

  function unpacked({ texts, failures }) {
    const textOf = (index) => (index < 0 ? undefined : texts[index]);
    for (const run of failures.flatMap(({ runs }) => runs)) {
      for (const lane of run.lanes) lane.operations = [];
      for (const [lane, label, name, site, decided, t, delay, lost] of run.operations) {
        const words = { label: textOf(label), name: textOf(name), site: textOf(site) };
        const operation = { ...words, decided, t, delay: delay < 0 ? undefined : delay, lost: lost === 1 };
        run.lanes[lane].operations.push(operation);
      }
    }
    return failures;
  }

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
    const share = (t) => Math.min(1, Math.max(0, (t - view.from) / (view.to - view.from)));
    const x = (t) => LEFT + share(t) * (view.width - LEFT - 12);
    const late = operation.delay !== undefined;
    const classes = ['op', late && 'late', operation.lost && 'lost', view.raced.includes(operation.name) && 'raced'];
    const group = element('g', { class: classes.filter(Boolean).join(' '), tabindex: 0, role: 'button' }, svg);
    group.setAttribute('aria-label', operation.label);
    // A lost operation would have happened at the end of its delay.
    const until = operation.lost && late ? Math.min(view.to, operation.decided + operation.delay) : operation.t;
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

  // Puts the label beside its operation where no other text is.
  function label(view, operation, { x, y }, group) {
    const width = operation.label.length * LETTER;
    const places = [y - 8, y + 18, y - 8 - LINE, y + 18 + LINE].flatMap((line) => {
      return [{ line, left: x + 9, anchor: 'start' }, { line, left: x - 9 - width, anchor: 'end' }];
    });
    const isInside = ({ line, left }) => left >= LEFT - 4 && left + width <= view.width && line > LINE;
    const place = places.find((one) => isInside(one) && isFree(view, one, width)) || places[x > view.width / 2 ? 1 : 0];
    view.boxes.push({ left: place.left, line: place.line, width });
    const at = place.anchor === 'end' ? x - 9 : x + 9;
    element('text', { x: at, y: place.line, 'text-anchor': place.anchor }, group, operation.label);
  }

  function isFree(view, { left, line }, width) {
    return view.boxes.every((box) => {
      return Math.abs(box.line - line) >= LINE || left + width < box.left || left > box.left + box.width;
    });
  }

  function drawRun(view, run, parent) {
    const height = Math.max(1, run.lanes.length) * ROW + 44;
    const svg = element('svg', { width: view.width, height, viewBox: `0 0 ${view.width} ${height}` }, parent);
    element('text', { x: 8, y: 16 }, svg, run.title);
    [view.from, view.to] = view.zoomed ? run.zoom : [0, view.end];
    view.boxes = [{ left: 8, line: 16, width: run.title.length * LETTER }];
    const isShown = ({ decided, t }) => Math.max(decided, t) >= view.from && Math.min(decided, t) <= view.to;
    for (const [index, { lane, operations, leftOut }] of run.lanes.entries()) {
      const y = 40 + index * ROW;
      element('text', { x: 8, y: y + 4 }, svg, leftOut ? `${lane} (+${leftOut})` : lane);
      element('line', { class: 'rule', x1: LEFT, x2: view.width - 8, y1: y, y2: y }, svg);
      for (const operation of operations) if (isShown(operation)) drawOperation(view, operation, y, svg);
    }
    element('text', { x: LEFT, y: height - 6 }, svg, `${Math.round(view.from)} ms`);
    element('text', { x: view.width - 12, y: height - 6, 'text-anchor': 'end' }, svg, `${Math.round(view.to)} ms`);
  }

  function makeView(box, { raced, runs }, { detail, zoom }) {
    const width = Math.max(box.clientWidth - 2, 320);
    const view = { raced, drawn: [], width, end: Math.max(...runs.map(endOf)), zoomed: !zoom.checked };
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
    const zoomLabel = html('label', 'whole', tools, 'whole run ');
    const zoom = html('input', '', zoomLabel);
    zoom.type = 'checkbox';
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
      view = makeView(box, failure, { detail, zoom });
      for (const run of failure.runs) drawRun(view, run, html('div', 'drawing', drawings));
      mark();
    };
    search.addEventListener('input', mark);
    zoom.addEventListener('change', redraw);
    window.addEventListener('resize', redraw);
    redraw();
  }

  for (const box of document.querySelectorAll('.timeline')) draw(box);
})();
