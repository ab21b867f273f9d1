// What all pages share: elements, numbers, the look of a codec, and charts that are drawn one after
// another. Text of the document becomes text nodes only; nothing here parses HTML.

const root = document.documentElement;
const report = JSON.parse(document.getElementById('larder-data').textContent);
const list = (value) => Array.isArray(value) ? value : [];
const isNumber = (value) => typeof value === 'number' && isFinite(value);
const rows = list(report.rows);
const machine = report.machine || {};

// ---------------------------------------------------------------- elements

/** el('p.small', {title: …}, child, …): children are nodes, texts, arrays, or null to leave out. */
function el(name, attributes, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// ---------------------------------------------------------------- numbers and their units

const NS = [['ns', 1], ['µs', 1e3], ['ms', 1e6], ['s', 1e9]];
const BYTES = [['B', 1], ['kB', 1e4], ['MB', 1e7], ['GB', 1e10]].map(([name, from]) => ({ name, from, by: name === 'B' ? 1 : from / 10 }));
const TIMES = NS.map(([name, by]) => ({ name, from: by, by }));

/**
 * The unit for figures shown side by side: the largest unit in which the smallest figure is still
 * legible.
 */
function unitFor(units, values) {
  const least = Math.min(...values.filter((value) => isNumber(value) && value > 0));
  let unit = units[0];
  for (const next of units) if (isFinite(least) && least >= next.from) unit = next;
  return unit;
}

/** Three significant digits below 1,000; whole numbers with separators above. */
function digits(value) {
  const size = Math.abs(value);
  const places = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places });
}

/**
 * How to write figures shown side by side. Plain bytes below 1,000 keep one decimal unless all are
 * whole, because codecs may differ by less than a byte.
 */
function writer(units, values, unit = unitFor(units, values)) {
  if (units !== BYTES || unit.by !== 1) return (value) => digits(value / unit.by);
  const places = values.some((value) => isNumber(value) && !Number.isInteger(value)) ? 1 : 0;
  return (value) => {
    const decimals = Math.abs(value) < 1000 ? places : 0;
    return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  };
}

const withUnit = (value, units) => writer(units, [value])(value) + ' ' + unitFor(units, [value]).name;
const count = (value) => value.toLocaleString('en');
const plural = (n, one, many) => count(n) + ' ' + (n === 1 ? one : many || one + 's');

// ---------------------------------------------------------------- what a row says

const RUNTIMES = { php: 'PHP', jvm: 'JVM', native: 'Native' };
const runtimeName = (id) => RUNTIMES[id] || String(id);
const failed = (row) => row.roundtrip === 'failed';
const lossy = (row) => row.roundtrip === 'lossy';
const named = (row) => row.codec + (lossy(row) ? ' (lossy)' : '');

// ---------------------------------------------------------------- one look per codec

// Seven hues that people with the common kinds of colour blindness can tell apart (after Okabe and
// Ito), times four shapes. 7 and 4 have no common divisor, so neighbours differ in both, and the
// 29th codec is the first to repeat a look. Every mark also has its name.
const LOOKS = {
  light: { paper: '#ffffff', ink: '#1a1e23', muted: '#5a646e', rule: '#dfe3e7', grid: '#edeff1', raised: '#ffffff',
    hues: ['#0072b2', '#d55e00', '#009e73', '#b4588f', '#b98300', '#3a9bd4', '#6b7280'] },
  dark: { paper: '#14171a', ink: '#e4e7ea', muted: '#9ca6b0', rule: '#3b424a', grid: '#24292e', raised: '#1c2024',
    hues: ['#3b93d6', '#ee7c45', '#1fb58a', '#dd93bd', '#e2ab2e', '#8fcdf3', '#a0a9b4'] },
};
const SHAPES = ['circle', 'diamond', 'rect', 'triangle'];
const codecs = [...new Set(rows.map((row) => row.codec))];
const lookOf = new Map(codecs.map((codec, i) => [codec, { hue: i % 7, shape: SHAPES[i % 4] }]));
const dark = matchMedia('(prefers-color-scheme: dark)');
let printing = false;
const look = () => LOOKS[dark.matches && !printing ? 'dark' : 'light'];
const hue = (row) => look().hues[lookOf.get(row.codec).hue];
const FONT = getComputedStyle(root).getPropertyValue('--sans').trim() || 'sans-serif';

/** The codec's mark for the table, hollow if lossy. */
function swatch(row) {
  const shapes = {
    circle: ['circle', { cx: 6, cy: 6, r: 5 }], rect: ['rect', { x: 1.5, y: 1.5, width: 9, height: 9 }],
    diamond: ['path', { d: 'M6 0L12 6L6 12L0 6Z' }], triangle: ['path', { d: 'M6 .5L12 11H0Z' }],
  };
  const [tag, attributes] = shapes[lookOf.get(row.codec).shape];
  const make = (name, given) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(given)) node.setAttribute(key, value);
    return node;
  };
  const svg = make('svg', { class: 'swatch', viewBox: '0 0 12 12', 'aria-hidden': 'true' });
  const mark = make(tag, attributes);
  const paint = () => {
    mark.setAttribute('fill', lossy(row) || failed(row) ? 'none' : hue(row));
    mark.setAttribute('stroke', hue(row));
    mark.setAttribute('stroke-width', lossy(row) || failed(row) ? 1.75 : 0);
  };
  paint();
  repaints.push(paint);
  svg.append(mark);
  return svg;
}

// ---------------------------------------------------------------- charts

const repaints = [];
const charts = [];

/**
 * A chart that `option(width)` describes. Drawn later, one after another, so that the page can be
 * read meanwhile.
 */
function chart(classes, label, option, height) {
  const box = el('div.chart' + classes, { role: 'img', 'aria-label': label });
  if (height) box.style.height = height + 'px';
  charts.push({ box, option, instance: null });
  return box;
}

function draw(entry) {
  entry.instance = entry.instance || echarts.init(entry.box, null, { renderer: 'svg' });
  entry.instance.setOption(entry.option(entry.box.clientWidth, entry.box.clientHeight, entry.instance), { notMerge: true });
  entry.instance.getZr().flush();
  if (entry.box.querySelector('svg path')) entry.box.dataset.drawn = 'true';
}

function redraw(entry) {
  if (!entry.instance) return;
  entry.instance.resize();
  draw(entry);
}

const repaint = () => { repaints.forEach((paint) => paint()); charts.forEach(redraw); };

const canvas = document.createElement('canvas').getContext('2d');
function textWidth(text, size, weight) {
  canvas.font = (weight || 400) + ' ' + size + 'px ' + FONT;
  return canvas.measureText(text).width;
}

function base() {
  return { animation: false, backgroundColor: 'transparent', textStyle: { fontFamily: FONT, color: look().ink } };
}

// ---------------------------------------------------------------- sections

/**
 * The line of date and command under a title, and a button that saves the figures as
 * `NAME-DATE.json`.
 */
function facts(name, ...more) {
  const created = report.created ? new Date(report.created) : null;
  const known = created && !isNaN(created);
  const when = known ? created.toISOString().slice(0, 16).replace('T', ' ') + ' UTC' : report.created;
  const file = name + (known ? '-' + created.toISOString().slice(0, 16).replace(/[:T]/g, '-') : '') + '.json';
  const save = () => {
    const link = el('a', { href: URL.createObjectURL(new Blob([JSON.stringify(report, null, 1) + '\n'], { type: 'application/json' })), download: file });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  return [
    el('p.facts', {}, when ? el('span', {}, when) : null, more.filter(Boolean).map((fact) => el('span', {}, fact)), report.command ? el('code', {}, report.command) : null),
    el('button.button', { type: 'button', onclick: save }, 'Download the figures (JSON)')];
}

const pairs = (entries) => el('dl.pairs', {}, entries.filter(([, value]) => value !== null && value !== undefined && value !== '')
  .map(([key, value]) => [el('dt', {}, key), el('dd', {}, String(value))]));
const points = (texts) => el('ul', {}, texts.filter(Boolean).map((text) => el('li', {}, text)));

function machineSection() {
  if (!report.machine) return null;
  return el('section.about', {}, el('h2', {}, 'The machine'), pairs([
    ['System', machine.os], ['Processor', machine.cpu],
    ['Cores', isNumber(machine.cores) ? count(machine.cores) : null],
    ['Memory', isNumber(machine.memory_bytes) ? (machine.memory_bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 1 }) + ' GB' : null],
    ['Load at the start', isNumber(machine.load_average) ? machine.load_average : null],
    ['Redis', machine.redis === null ? 'none; memory is estimated by a formula' : machine.redis],
    ...Object.entries(machine.runtimes || {}).map(([id, version]) => [runtimeName(id), version]),
  ]));
}

// ---------------------------------------------------------------- drawing

/**
 * For tests and scripts: how many charts are drawn, and whether the page is wider than the window.
 */
function publish() {
  root.dataset.scrollWidth = root.scrollWidth;
  root.dataset.innerWidth = innerWidth;
  root.dataset.charts = charts.filter((entry) => entry.box.dataset.drawn === 'true').length;
}

function watch() {
  const widths = new WeakMap(charts.map((entry) => [entry.box, entry.box.clientWidth]));
  const waiting = new Set();
  let timer = 0;
  const observer = new ResizeObserver((changes) => {
    if (printing) return;
    for (const { target } of changes) {
      if (target.clientWidth !== widths.get(target)) { widths.set(target, target.clientWidth); waiting.add(target); }
    }
    clearTimeout(timer);
    if (waiting.size) timer = setTimeout(() => {
      charts.filter((entry) => waiting.has(entry.box)).forEach(redraw);
      waiting.clear();
      publish();
    }, 80);
  });
  charts.forEach((entry) => observer.observe(entry.box));
}

// Paper is narrower than the window and always light.
function print(begins) {
  printing = begins;
  for (const { box } of charts) box.style.width = begins ? (box.classList.contains('scatter') ? '680px' : '325px') : '';
  repaint();
}

dark.addEventListener('change', repaint);
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));

/** Draws the charts, one after another. */
function start() {
  (function next(i) {
    if (i === charts.length) { publish(); watch(); return; }
    draw(charts[i]);
    setTimeout(next, 0, i + 1);
  })(0);
}
