'use strict';
const { results, portfolios, kinds, bornWrong } = JSON.parse(document.getElementById('data').textContent);
const signs = { 'caught': '■', 'missed': '·', 'false-alarm': '!', 'quiet': '○', 'out-of-reach': '', 'error': '?' };
const words = { 'false-alarm': 'false alarm', 'out-of-reach': 'out of reach' };
const layers = [...new Set(results.variants.flatMap(row => row.layers))];
const shown = { kinds: new Set(kinds), layers: new Set(layers), born: false };
const byId = id => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.includes('-') || key === 'role') made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// Where tests were born with wrong code, one style stands for another.
const source = style => shown.born && style === bornWrong[0] ? bornWrong[1] : style;
const cellOf = (row, style) => row.cells[source(style)];
const visible = row => shown.kinds.has(row.kind) && row.layers.some(layer => shown.layers.has(layer));

function totals(styles, rows) {
  const count = (of, red, green) => {
    const verdicts = row => styles.map(style => cellOf(row, style)?.verdict);
    const caught = of.filter(row => verdicts(row).includes(red));
    const reached = of.filter(row => verdicts(row).some(verdict => verdict === red || verdict === green));
    return reached.length ? `${caught.length} of ${reached.length}` : '–';
  };
  const bugs = rows.filter(row => row.kind !== 'refactor' && row.kind !== 'budget');
  return [
    count(bugs, 'caught', 'missed'),
    count(rows.filter(row => row.kind === 'budget'), 'caught', 'missed'),
    count(rows.filter(row => row.kind === 'refactor'), 'false-alarm', 'quiet'),
  ];
}

function drawGrid(table, rows, grouped) {
  const head = element('tr', {}, element('th', { scope: 'col', textContent: '' }),
    ...results.styles.map(style => element('th', { scope: 'col', title: style.label },
      element('span', { textContent: style.label + (source(style.name) === style.name ? '' : ' (copied)') }))));
  const body = element('tbody');
  let kind = null;
  for (const row of rows) {
    if (grouped && row.kind !== kind) {
      kind = row.kind;
      body.append(element('tr', { className: 'kind' }, element('th', { scope: 'rowgroup', textContent: kind, colSpan: 1 })));
    }
    const line = element('tr', { className: 'row' }, element('th', { scope: 'row', textContent: row.name, title: row.title }));
    for (const style of results.styles) {
      const cell = cellOf(row, style.name);
      if (!cell) { line.append(element('td')); continue; }
      const td = element('td', {
        className: `cell ${cell.verdict}`, textContent: signs[cell.verdict], tabIndex: -1, role: 'gridcell',
        'aria-label': `${row.name}, ${style.label}: ${words[cell.verdict] ?? cell.verdict}`,
      });
      td.addEventListener('click', () => open(row, style, cell, td));
      line.append(td);
    }
    body.append(line);
  }
  table.replaceChildren(element('thead', {}, head), body);
  const first = table.querySelector('td.cell');
  if (first) first.tabIndex = 0;
}

function drawTable(table, heads, lines) {
  table.replaceChildren(element('tbody', {},
    element('tr', {}, ...heads.map(head => element('th', { scope: 'col', textContent: head }))),
    ...lines.map(([name, ...cells]) => element('tr', {}, element('th', { scope: 'row', textContent: name }),
      ...cells.map(cell => element('td', { textContent: cell }))))));
}

function draw() {
  const rows = results.variants.filter(visible);
  drawGrid(byId('matrix'), rows, true);
  drawGrid(byId('control'), results.control, false);
  byId('count').textContent = `${rows.length} of ${results.variants.length} variants`;
  byId('born').hidden = !shown.born;
  drawTable(byId('together'), ['', 'bugs caught', 'calls too many', 'false alarms'],
    portfolios.map(([name, styles]) => [name, ...totals(styles, rows)]));
  drawTable(byId('styles'), ['', 'bugs caught', 'calls too many', 'false alarms', 'lines of tests', 'of the double', 'trials', 'ms'],
    results.styles.map(style => [style.label, ...totals([style.name], rows),
      style.test_lines, style.double_lines || '–', style.trials, style.milliseconds]));
}

function diff(text) {
  const pre = element('pre');
  for (const line of text.trimEnd().split('\n')) {
    const kind = /^(---|\+\+\+|@@)/.test(line) ? 'file' : line[0] === '+' ? 'add' : line[0] === '-' ? 'cut' : '';
    pre.append(element('span', { className: kind, textContent: kind ? line : line + '\n' }));
  }
  return pre;
}

function open(row, style, cell, from) {
  byId('detail-title').textContent = `${row.name}: ${words[cell.verdict] ?? cell.verdict}`;
  const facts = [['style', style.label], ['kind', row.kind], ['layer', row.layers.join(', ')],
    ['different', row.title], ['promise', row.contract]];
  const body = [element('dl', {}, ...facts.flatMap(([name, value]) =>
    [element('dt', { textContent: name }), element('dd', { textContent: value })]))];
  if (cell.red.length) body.push(element('h3', { textContent: `Red: ${cell.red.length} of ${style.trials}` }));
  for (const red of cell.red) {
    body.push(element('p', { textContent: red.scenario.replaceAll('_', ' ') }));
    if (red.message) body.push(element('pre', { textContent: red.message }));
  }
  body.push(element('h3', { textContent: 'The change' }), diff(row.diff));
  byId('detail-body').replaceChildren(...body);
  const dialog = byId('detail');
  dialog.addEventListener('close', () => from.focus(), { once: true });
  dialog.showModal();
  dialog.scrollTop = 0;
}

// One cell of a grid is in the order of tabs; arrows move from it.
function move(event) {
  const cell = event.target.closest('td.cell');
  if (!cell) return;
  if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); cell.click(); return; }
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const [down, right] = steps[event.key] ?? [0, 0];
  const rows = [...event.currentTarget.querySelectorAll('tr.row')];
  const line = cell.parentElement;
  let next = rows[rows.indexOf(line) + down]?.children[[...line.children].indexOf(cell) + right];
  if (event.key === 'Home') next = line.querySelector('td.cell');
  if (event.key === 'End') next = line.lastElementChild;
  if (!next?.matches('td.cell') || next === cell) return;
  event.preventDefault();
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function filters(place, names, set) {
  for (const name of names) {
    const box = element('input', { type: 'checkbox', checked: true, value: name });
    box.addEventListener('change', () => { if (box.checked) set.add(name); else set.delete(name); draw(); });
    place.append(element('label', {}, box, name));
  }
}

filters(byId('kinds'), kinds, shown.kinds);
filters(byId('layers'), layers, shown.layers);
for (const radio of document.getElementsByName('when')) {
  radio.addEventListener('change', () => { shown.born = radio.value === 'born'; draw(); });
}
for (const grid of document.querySelectorAll('[role="grid"]')) grid.addEventListener('keydown', move);
const theme = byId('theme');
let dark = matchMedia('(prefers-color-scheme: dark)').matches;
const label = () => { theme.textContent = dark ? 'Light' : 'Dark'; theme.setAttribute('aria-pressed', dark); };
theme.addEventListener('click', () => { dark = !dark; document.documentElement.dataset.theme = dark ? 'dark' : 'light'; label(); });
label();
draw();
