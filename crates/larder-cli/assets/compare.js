// The page of a comparison: draws what `larder compare --json` prints.

// ---------------------------------------------------------------- what a row says

const median = (time) => time && isNumber(time.median) ? time.median : null;
const bytesOf = (row) => row.bytes && isNumber(row.bytes.mean) ? row.bytes.mean : null;
const redisOf = (row) => isNumber(row.redis_bytes_per_value) ? row.redis_bytes_per_value : null;
const bothOf = (row) => median(row.encode_ns) !== null && median(row.decode_ns) !== null ? median(row.encode_ns) + median(row.decode_ns) : null;

/** The level of Larder that beats a rival, or what the nearest one misses. */
function beatenBy(row) {
  if (row.dominated_by) return row.dominated_by;
  const { codec, misses } = row.nearest || {};
  const words = { bytes: 'the bytes', encode: 'the encode time', decode: 'the decode time' };
  return codec ? 'none: ' + codec + ' takes ' + Object.entries(misses).map(([figure, ratio]) => ratio.toFixed(2) + '× ' + words[figure]).join(', ') : null;
}

/** Rows that no other exact row beats in both figures, the smallest first. */
function front(points) {
  const line = [];
  for (const point of points.filter((p) => !lossy(p.row)).sort((a, b) => a.x - b.x || a.y - b.y)) {
    if (!line.length || point.y < line[line.length - 1].y) line.push(point);
  }
  return line;
}

/**
 * The units of a group: one for its times and one for its sizes, so that its charts and columns can
 * be compared at a glance.
 */
function unitsOf(group) {
  return {
    times: unitFor(TIMES, group.rows.flatMap((row) => [median(row.encode_ns), median(row.decode_ns)])),
    sizes: unitFor(BYTES, group.rows.flatMap((row) => [bytesOf(row), redisOf(row)])),
  };
}

// ---------------------------------------------------------------- charts

function tooltip(content) {
  return {
    trigger: 'item', backgroundColor: look().raised, borderColor: look().rule, borderWidth: 1, padding: [8, 11],
    textStyle: { color: look().ink, fontFamily: FONT }, extraCssText: 'box-shadow:0 2px 10px rgba(0,0,0,.14);border-radius:6px',
    // Inside the chart's width, so that the page never grows sideways; below it if need be, as a
    // chart of few bars is low.
    position: ([x, y], params, node, rect, { contentSize, viewSize }) => [Math.max(0, Math.min(x + 14, viewSize[0] - contentSize[0])), y + 14],
    formatter: (params) => params.data && params.data.row ? content(params.data.row) : '',
  };
}

const cold = (time) => time && time.warm === false ? ', not warm' : '';

const spread = (time) => time && isNumber(time.p05) && isNumber(time.p95)
  ? withUnit(time.p05, TIMES) + ' – ' + withUnit(time.p95, TIMES) + cold(time) : '';

function tip(row) {
  const line = (name, value, extra) => value === null ? null : el('tr', {}, el('td', {}, name), el('td', {}, value), el('td', {}, extra || ''));
  const time = (name, time) => line(name, median(time) === null ? null : withUnit(median(time), TIMES), spread(time));
  return el('div.tip', {},
    el('strong', {}, row.codec), row.version ? el('span.muted', {}, row.version) : null,
    el('table', {},
      line('bytes', bytesOf(row) === null ? null : withUnit(bytesOf(row), BYTES), 'mean'),
      line('Redis', redisOf(row) === null ? null : withUnit(redisOf(row), BYTES), row.redis_estimated ? 'per value, estimated' : 'per value'),
      time('encode', row.encode_ns), time('decode', row.decode_ns),
      line('both', bothOf(row) === null ? null : withUnit(bothOf(row), TIMES))),
    lossy(row) ? el('div', {}, 'Lossy: ' + (row.loss || 'values change in a round trip')) : null);
}

/**
 * An axis over `values`: logarithmic where they span more than ten times, with ticks at 1, 2, 5
 * either way.
 */
function scale(values) {
  const least = Math.min(...values), most = Math.max(...values);
  const log = least > 0 && most / least > 10;
  const pad = log ? Math.pow(most / least, 0.07) : (most - least) * 0.09 || Math.abs(most) * 0.2 || 1;
  const min = log ? least / pad : Math.max(0, least - pad), max = log ? most * pad : most + pad;
  let ticks = [], places;
  if (log) {
    const steps = max / min > 3e3 ? [1] : max / min > 300 ? [1, 3] : [1, 2, 5];
    for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power++) {
      for (const step of steps) ticks.push(step * Math.pow(10, power));
    }
  } else {
    const rough = (max - min) / 5, power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].find((s) => s * power >= rough) * power;
    places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let i = Math.ceil(min / step); i * step <= max; i++) ticks.push(Number((i * step).toPrecision(12)));
  }
  const write = (value) => value.toLocaleString('en', places === undefined ? { maximumSignificantDigits: 6 } : { minimumFractionDigits: places, maximumFractionDigits: places });
  return { log, min, max, write, ticks: ticks.filter((tick) => tick >= min && tick <= max) };
}

function axis(name, range, more) {
  return {
    type: range.log ? 'log' : 'value', min: range.min, max: range.max, name, nameLocation: 'middle',
    nameTextStyle: { color: look().muted, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: look().rule } },
    axisTick: { show: true, customValues: range.ticks, lineStyle: { color: look().rule } },
    minorTick: { show: false }, splitLine: { show: true, lineStyle: { color: look().grid } },
    axisLabel: { customValues: range.ticks, color: look().muted, fontSize: 12, hideOverlap: true, showMinLabel: true, showMaxLabel: true, formatter: range.write },
    ...more,
  };
}

const overlap = (a, b, gap) => a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

/** Does the straight line from (x1, y1) to (x2, y2) touch the box? */
function crosses(x1, y1, x2, y2, box) {
  let from = 0, to = 1;
  for (const [start, delta, low, high] of [[x1, x2 - x1, box.x, box.x + box.w], [y1, y2 - y1, box.y, box.y + box.h]]) {
    if (Math.abs(delta) < 1e-9) { if (start < low || start > high) return false; continue; }
    const a = (low - start) / delta, b = (high - start) / delta;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from <= to;
}

/**
 * Names beside their points, none on top of another. In a given order each tries the places around its point and takes the cheapest
 * free one; a few orders are tried and the cheapest whole is kept. A name moved away gets a leader line; a name without any
 * free place is left out (its tooltip and the table have it).
 */
function placeNames(points, line, area) {
  const marks = points.map((p) => ({ x: p.px - 7, y: p.py - 7, w: 14, h: 14 }));
  const widths = points.map((p) => textWidth(p.name, 12, line.includes(p) ? 650 : 400) + 2);
  const stairs = [];
  for (let i = 1; i < line.length; i++) {
    stairs.push([line[i - 1].px, line[i - 1].py, line[i].px, line[i - 1].py], [line[i].px, line[i - 1].py, line[i].px, line[i].py]);
  }
  const order = points.map((p, i) => i).sort((a, b) => line.includes(points[b]) - line.includes(points[a]));
  let best = null, seed = 1;
  for (let attempt = 0; attempt < 24; attempt++) {
    const placed = [];
    let cost = 0;
    for (const i of order) {
      const place = cheapestPlace(points[i], marks[i], widths[i], marks, stairs, placed, area);
      cost += place ? place.cost : line.includes(points[i]) ? 1000 : 160;
      if (place) placed.push(place);
    }
    if (!best || cost < best.cost) best = { cost, placed };
    if (best.cost < points.length * 15) break;
    for (let i = order.length - 1; i > 0; i--) { // shuffled, but the same on every drawing
      seed = seed * 16807 % 2147483647;
      const j = seed % (i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
  }
  return best ? best.placed : [];
}

function cheapestPlace(point, own, w, marks, stairs, placed, area) {
  const h = 15;
  let best = null;
  for (const radius of [11, 17, 26, 38, 52, 70]) {
    if (best && best.cost < radius) break;
    for (let turn = 0; turn < 24; turn++) {
      const angle = turn * Math.PI / 12;
      const cx = point.px + Math.cos(angle) * radius, cy = point.py + Math.sin(angle) * radius;
      const side = Math.cos(angle) > 0.3 ? 0 : Math.cos(angle) < -0.3 ? 1 : 0.5;
      const box = { x: cx - w * side, y: cy - h / 2, w, h };
      if (box.x < area.x || box.x + w > area.x + area.w || box.y < area.y || box.y + h > area.y + area.h) continue;
      if (marks.some((mark) => overlap(box, mark, 0))) continue;
      if (placed.some((other) => overlap(box, other, 2) || other.leader && crosses(...other.leader, box))) continue;
      const leader = radius > 17 ? [point.px, point.py, cx, cy] : null;
      if (leader && placed.some((other) => crosses(...leader, other))) continue;
      // Points on top of each other cannot help crossing; a leader over another point is poor, but
      // better than no name.
      const over = leader ? marks.filter((mark) => !overlap(mark, own, -4) && crosses(...leader, mark)).length : 0;
      const cost = radius + (turn === 0 ? 0 : turn === 12 ? 2 : 4) + stairs.filter((s) => crosses(...s, box)).length * 14 + over * 60;
      if (!best || cost < best.cost) best = { ...box, point, leader, cost };
    }
  }
  return best;
}

/** Size against speed: one point per codec, and the step line along those that no other beats. */
function scatter(group, metric) {
  const points = () => group.rows
    .map((row) => ({ row, x: metric() === 'redis' ? redisOf(row) : bytesOf(row), y: bothOf(row), name: named(row) }))
    .filter((p) => !failed(p.row) && p.x !== null && p.y !== null);
  return (width, height, instance) => {
    const shown = points();
    // For encoded bytes, the document says which codecs no other beats, within the noise. For Redis
    // memory, the page works it out.
    const line = metric() === 'redis' ? front(shown) : shown.filter(({ row }) => row.pareto).sort((a, b) => a.x - b.x);
    const { times: yUnit, sizes: xUnit } = unitsOf(group);
    for (const p of shown) { p.sx = p.x / xUnit.by; p.sy = p.y / yUnit.by; }
    const xs = shown.length ? scale(shown.map((p) => p.sx)) : scale([0, 1]);
    const ys = shown.length ? scale(shown.map((p) => p.sy)) : scale([0, 1]);
    const left = Math.ceil(Math.max(20, ...ys.ticks.map((t) => textWidth(ys.write(t), 12)))) + 34;
    const grid = { left, right: 14, top: 12, bottom: 50, containLabel: false, outerBoundsMode: 'none' };
    const xName = (metric() === 'redis' ? 'Redis memory' : 'encoded bytes') + ' per value, ' + xUnit.name + (xs.log ? ', logarithmic' : '');
    const yName = 'encode + decode, ' + yUnit.name + (ys.log ? ', logarithmic' : '');
    const option = {
      ...base(), tooltip: tooltip(tip), grid,
      xAxis: axis(xName, xs, { nameGap: 30 }), yAxis: axis(yName, ys, { nameGap: left - 16 }),
      series: [
        { type: 'line', step: 'end', silent: true, symbol: 'none', z: 2, data: line.map((p) => [p.sx, p.sy]), lineStyle: { color: look().muted, width: 1.25, type: [5, 4] } },
        { type: 'scatter', z: 3, symbolSize: 12, data: shown.map((p) => ({
            value: [p.sx, p.sy], row: p.row, symbol: lookOf.get(p.row.codec).shape, symbolSize: lookOf.get(p.row.codec).shape === 'diamond' ? 15 : 12,
            itemStyle: lossy(p.row) ? { color: look().paper, borderColor: hue(p.row), borderWidth: 2, opacity: 1 } : { color: hue(p.row), borderColor: look().paper, borderWidth: 1, opacity: 1 },
          })), emphasis: { scale: 1.3 } },
      ],
    };
    instance.setOption(option, { notMerge: true });
    for (const p of shown) [p.px, p.py] = instance.convertToPixel({ gridIndex: 0 }, [p.sx, p.sy]);
    const area = { x: left + 3, y: 4, w: width - left - 14, h: height - 54 };
    option.graphic = placeNames(shown, line, area).flatMap((box) => [
      box.leader && { type: 'line', silent: true, z: 1, shape: { x1: box.leader[0], y1: box.leader[1], x2: box.leader[2], y2: box.leader[3] }, style: { stroke: look().muted, lineWidth: 0.75, opacity: 0.7 } },
      { type: 'text', silent: true, z: 4, x: box.x + 1, y: box.y + box.h / 2, style: {
          text: box.point.name, verticalAlign: 'middle', fill: look().ink, stroke: look().paper, lineWidth: 3,
          font: (line.includes(box.point) ? '650' : '400') + ' 12px ' + FONT } },
    ]).filter(Boolean);
    return option;
  };
}

/** One figure of every codec, the best on top; whiskers are p05 to p95. */
function bars(shown, units, unit, valueOf, timeOf) {
  const write = writer(units, shown.map(valueOf), unit);
  const longest = (row) => Math.max(valueOf(row), timeOf && timeOf(row) && isNumber(timeOf(row).p95) ? timeOf(row).p95 : 0);
  return (width) => {
    const names = shown.map(named);
    const left = Math.min(Math.ceil(Math.max(...names.map((n) => textWidth(n, 12)))) + 14, Math.round(width * 0.42));
    const right = Math.ceil(Math.max(...shown.map((row) => textWidth(write(valueOf(row)), 12)))) + 12;
    const whiskers = shown.flatMap((row, i) => {
      const time = timeOf && timeOf(row);
      return time && isNumber(time.p05) && isNumber(time.p95) && time.p95 > time.p05
        ? [[{ coord: [time.p05 / unit.by, i] }, { coord: [time.p95 / unit.by, i] }]] : [];
    });
    return {
      ...base(), tooltip: tooltip(tip),
      grid: { left, right, top: 4, bottom: 4, containLabel: false, outerBoundsMode: 'none' },
      xAxis: { type: 'value', show: false, min: 0, max: Math.max(...shown.map(longest)) / unit.by || 1 },
      yAxis: { type: 'category', inverse: true, data: names, axisTick: { show: false }, axisLine: { lineStyle: { color: look().rule } },
        axisLabel: { color: look().ink, fontSize: 12, interval: 0, margin: 8, width: left - 10, overflow: 'truncate' } },
      series: [
        { type: 'bar', barWidth: '62%', data: shown.map((row) => ({ value: valueOf(row) / unit.by, row,
            itemStyle: lossy(row) ? { color: 'transparent', borderColor: hue(row), borderWidth: 1.5 } : { color: hue(row) } })),
          markLine: { silent: true, animation: false, symbol: 'rect', symbolSize: [7, 1.25], data: whiskers, label: { show: false },
            lineStyle: { color: look().ink, width: 1.25, type: 'solid', opacity: 0.85 } } },
        // The figures follow the whisker, so they are attached to an invisible point at its end.
        { type: 'scatter', symbolSize: 0.01, silent: true, data: shown.map((row, i) => [longest(row) / unit.by, i]),
          label: { show: true, position: 'right', distance: 6, color: look().ink, fontSize: 12, formatter: (p) => write(valueOf(shown[p.dataIndex])) } },
      ],
    };
  };
}

function barFigure(group, title, units, unit, valueOf, timeOf, note) {
  const shown = group.rows.filter((row) => !failed(row) && valueOf(row) !== null).sort((a, b) => valueOf(a) - valueOf(b));
  if (!shown.length) return null;
  return el('figure.figure', {},
    el('header', {}, el('h4', {}, title, el('span.muted', { style: 'font-weight:400' }, ', ' + unit.name + ' per value' + (note ? ', ' + note : '')))),
    chart('', title + ' per codec, best first: ' + shown.map((row) => named(row) + ' ' + withUnit(valueOf(row), units)).join(', '),
      bars(shown, units, unit, valueOf, timeOf), shown.length * 25 + 8));
}

// ---------------------------------------------------------------- tables

/** The columns of a group's table; those without any figure are left out. */
function columnsOf(group) {
  const { times, sizes } = unitsOf(group);
  const allocs = unitFor(BYTES, group.rows.flatMap((row) => [row.encode_alloc_bytes, row.decode_alloc_bytes]));
  const figures = (of, unit) => writer(BYTES, group.rows.map(of), unit);
  const percentile = writer(BYTES, [], sizes);
  const time = (value) => digits(value / times.by);
  const range = (of) => (row) => of(row) && isNumber(of(row).p05) && isNumber(of(row).p95) ? time(of(row).p05) + '–' + time(of(row).p95) + cold(of(row)) : null;
  const plain = (key) => (row) => isNumber(row[key]) ? row[key] : null;
  return [
    { name: 'Codec', kind: 'codec', value: (row) => row.codec },
    { name: 'Round trip', kind: 'trip', value: (row) => ({ exact: 0, lossy: 1, failed: 2 })[row.roundtrip] },
    { name: 'Bytes', unit: sizes.name + ', mean', best: 'bytes', value: bytesOf, write: figures(bytesOf, sizes),
      sub: (row) => row.bytes && isNumber(row.bytes.p50) && isNumber(row.bytes.p99) ? 'p50 ' + percentile(row.bytes.p50) + ', p99 ' + percentile(row.bytes.p99) : null },
    { name: 'Encode', unit: times.name, best: 'encode', value: (row) => median(row.encode_ns), write: time, sub: range((row) => row.encode_ns) },
    { name: 'Decode', unit: times.name, best: 'decode', value: (row) => median(row.decode_ns), write: time, sub: range((row) => row.decode_ns) },
    { name: 'Both', unit: times.name, value: bothOf, write: time },
    { name: 'Redis', unit: sizes.name + ' per value', best: 'redis', value: redisOf, write: figures(redisOf, sizes), sub: (row) => row.redis_estimated ? 'estimated' : null },
    { name: 'MEMORY USAGE', unit: sizes.name + ' per value', value: plain('redis_memory_usage_per_value'), write: figures(plain('redis_memory_usage_per_value'), sizes) },
    { name: 'In a list', unit: sizes.name + ' per value', value: plain('redis_list_bytes_per_value'), write: figures(plain('redis_list_bytes_per_value'), sizes) },
    { name: 'Encode allocates', unit: allocs.name, value: plain('encode_alloc_bytes'), write: figures(plain('encode_alloc_bytes'), allocs) },
    { name: 'Decode allocates', unit: allocs.name, value: plain('decode_alloc_bytes'), write: figures(plain('decode_alloc_bytes'), allocs) },
    { name: 'CPU', unit: '% of a core, mean', value: plain('cpu_mean_percent'), write: (value) => count(Math.round(value)),
      sub: (row) => isNumber(row.cpu_peak_percent) ? 'peak ' + count(Math.round(row.cpu_peak_percent)) : null },
    { name: 'Beaten by', kind: 'words', value: beatenBy },
    { name: 'Notes', kind: 'words', value: (row) => list(row.notes).join(' ') || null },
  ].filter((column) => column.kind && column.kind !== 'words' || group.rows.some((row) => column.value(row) !== null && !failed(row)) ||
    column.kind === 'words' && group.rows.some((row) => column.value(row) !== null));
}

function cell(column, row) {
  if (column.kind === 'codec') {
    return el('th', { scope: 'row' }, swatch(row), row.codec, row.pareto === true ? el('span.pill', {}, 'Pareto') : null,
      row.version ? el('span.sub', {}, row.version) : null);
  }
  if (column.kind === 'trip') {
    if (failed(row)) return el('td.text.long', {}, el('span.failed', {}, 'failed'), ': ' + (row.error || row.loss || 'no reason was given'));
    if (lossy(row)) return el('td.text.long', {}, el('strong', {}, 'lossy'), row.loss ? ': ' + row.loss : null);
    return el('td.text', {}, row.roundtrip || '–');
  }
  const value = column.value(row);
  if (column.kind === 'words') return el('td.text.long', {}, value || '');
  if (value === null) return el('td.muted', {}, '–');
  const best = column.best && list(row.best).includes(column.best);
  return el(best ? 'td.best' : 'td', {},
    best ? [el('span.star', { 'aria-hidden': 'true' }, '★'), el('span.gone', {}, 'best: ')] : null,
    column.write(value), column.sub && column.sub(row) ? el('span.sub', {}, column.sub(row)) : null);
}

function table(group, label) {
  const columns = columnsOf(group);
  const body = el('tbody');
  const lines = group.rows.map((row) => ({ row, line: el('tr', {}, columns.map((column) => cell(column, row))) }));
  const heads = columns.map((column) => {
    const text = column.kind && column.kind !== 'number';
    return el('th' + (text ? '.text' : ''), { scope: 'col', 'aria-sort': 'none' },
      el('button', { type: 'button', onclick: () => sort(column) }, column.name, el('span.arrow', { 'aria-hidden': 'true' }, '↕'),
        column.unit ? el('span.unit', {}, column.unit) : null));
  });
  let by = null, down = false;
  function sort(column) {
    down = by === column && !down;
    by = column;
    const key = ({ row }) => failed(row) && column.kind !== 'codec' && column.kind !== 'trip' && column.kind !== 'words' ? null : column.value(row);
    lines.sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === null || y === null) return (x === null) - (y === null); // what has no figure stays below, either way
      const order = typeof x === 'string' ? x.localeCompare(y, 'en') : x - y;
      return down ? -order : order;
    });
    body.replaceChildren(...lines.map(({ line }) => line));
    heads.forEach((head, i) => {
      const here = columns[i] === column;
      head.setAttribute('aria-sort', here ? (down ? 'descending' : 'ascending') : 'none');
      head.querySelector('.arrow').textContent = here ? (down ? '↓' : '↑') : '↕';
    });
  }
  sort(columns.find((column) => column.best === 'bytes') || columns[0]);
  return el('div.scroll', { tabindex: '0', role: 'region', 'aria-label': label },
    el('table.rows', {}, el('caption.gone', {}, label + '. The buttons in its head sort it.'), el('thead', {}, el('tr', {}, heads)), body));
}

// ---------------------------------------------------------------- sections

const unique = (values) => [...new Set(values.filter((value) => value !== undefined && value !== null))];
const datasetIds = unique([...list(report.datasets).map((dataset) => dataset.id), ...rows.map((row) => row.dataset)]);
const datasets = datasetIds.map((id, d) => ({
  id, about: list(report.datasets).find((dataset) => dataset.id === id) || {},
  groups: unique(rows.filter((row) => row.dataset === id).map((row) => row.runtime)).map((runtime, g) => ({
    runtime, anchor: 'd' + (d + 1) + '-' + (g + 1),
    rows: rows.filter((row) => row.dataset === id && row.runtime === runtime),
    verdict: list(report.verdicts).filter((v) => v.dataset === id && v.runtime === runtime).map((v) => v.text).join(' '),
  })),
}));
const runtimes = unique(rows.map((row) => row.runtime));

function headSection() {
  return el('header', {},
    el('p.eyebrow', {}, 'Larder ' + (report.larder || '') + ' comparison'),
    el('h1', {}, rows.length
      ? plural(codecs.length, 'codec') + ' on ' + (datasets.length === 1 ? datasets[0].id : plural(datasets.length, 'dataset'))
      : 'Nothing was measured'),
    facts('larder-compare', report.plan && report.plan.name ? report.plan.name + ' plan' : null));
}

function summary() {
  if (!rows.length) return el('p', {}, 'The document has no rows, so there is nothing to show.');
  return el('dl.summary', { 'aria-label': 'Summary' }, datasets.map((dataset) => el('div', {},
    el('dt', {}, dataset.id),
    dataset.groups.length ? dataset.groups.map((group) => el('dd', {},
      el('a.runtime', { href: '#' + group.anchor }, runtimeName(group.runtime)), ' ', group.verdict || el('span.muted', {}, 'No verdict.')))
      : el('dd.muted', {}, 'No rows.'))));
}

function groupSection(dataset, group) {
  const name = dataset.id + ', ' + runtimeName(group.runtime);
  const drawable = group.rows.filter((row) => !failed(row) && bothOf(row) !== null);
  const metrics = [['bytes', 'Encoded bytes', bytesOf], ['redis', 'Redis memory', redisOf]].filter(([, , of]) => drawable.some((row) => of(row) !== null));
  const broken = group.rows.filter(failed);
  const section = el('section.group', { id: group.anchor },
    el('h3', {}, runtimeName(group.runtime), machine.runtimes && machine.runtimes[group.runtime]
      ? el('span.muted', { style: 'font-weight:400' }, ' ' + machine.runtimes[group.runtime]) : null),
    group.verdict ? el('p', {}, group.verdict) : null);

  if (metrics.length) {
    let metric = metrics[0][0];
    const box = chart('.scatter', name + ': size against speed, one point per codec. The table below has the same figures.', scatter(group, () => metric));
    const choose = (id) => { metric = id; charts.filter((entry) => entry.box === box).forEach(redraw); };
    section.append(el('figure.figure', {},
      el('header', {}, el('h4', {}, 'Size against speed'),
        metrics.length > 1 ? el('div.toggle', { role: 'radiogroup', 'aria-label': 'Size is measured as' }, metrics.map(([id, label]) => el('label', {},
          el('input', { type: 'radio', name: group.anchor + '-x', value: id, checked: id === metric, onchange: () => choose(id) }), label))) : null),
      box,
      el('p.small.muted', {}, 'Lower left is better. Names in bold are the exact codecs that no other exact codec beats in both size and speed, within the noise. The dashed line joins them.',
        group.rows.some(lossy) ? ' Hollow marks are lossy and never on the line.' : '', ' The axes do not start at zero.')));
  }
  const estimated = group.rows.some((row) => row.redis_estimated && redisOf(row) !== null);
  const { times, sizes } = unitsOf(group);
  const figures = [
    barFigure(group, 'Encode', TIMES, times, (row) => median(row.encode_ns), (row) => row.encode_ns, 'with p05–p95'),
    barFigure(group, 'Decode', TIMES, times, (row) => median(row.decode_ns), (row) => row.decode_ns, 'with p05–p95'),
    barFigure(group, 'Encoded bytes', BYTES, sizes, bytesOf, null, 'mean'),
    barFigure(group, 'Redis memory', BYTES, sizes, redisOf, null, estimated ? 'estimated' : null),
  ].filter(Boolean);
  if (figures.length) {
    section.append(el('div.bars', {}, figures));
    section.append(el('p.small.muted', {}, 'Best first, shorter is better; bars start at zero.', group.rows.some(lossy) ? ' Outlined bars are lossy.' : ''));
  }
  const starred = group.rows.some((row) => list(row.best).length);
  const ties = ['bytes', 'encode', 'decode', 'redis'].some((key) => group.rows.filter((row) => list(row.best).includes(key)).length > 1);
  section.append(el('figure.figure.whole', {}, el('header', {}, el('h4', {}, 'All figures')), table(group, name + ', all figures'),
    starred && el('p.small.muted', {}, '★ marks the best of a column.', ties ? ' Where a column has several, they are within the noise.' : ''),
    group.rows.some(beatenBy) && el('p.small.muted', {}, '“Beaten by” names the codec of Larder’s that is smaller and no slower either way, or what the nearest one misses. Noise excuses a time that is at most a tenth longer if the two spreads overlap.')));
  if (broken.length) {
    section.append(el('div.figure', {}, el('h4', {}, 'Failed, so not drawn'), el('ul', {}, broken.map((row) => el('li', {},
      el('strong', {}, row.codec), row.version ? el('span.muted', {}, ' ' + row.version) : null, ': ' + (row.error || row.loss || 'no reason was given'))))));
  }
  return section;
}

function datasetSection(dataset) {
  const about = dataset.about;
  const facts = [
    isNumber(about.values) ? plural(about.values, 'value') : null,
    isNumber(about.distinct) ? count(about.distinct) + ' distinct' : null,
    isNumber(about.json_bytes_mean) ? 'as JSON ' + withUnit(about.json_bytes_mean, BYTES) + ' on average' : null,
  ].filter(Boolean);
  return el('section.dataset', {}, el('h2', {}, dataset.id), about.about ? el('p', {}, about.about) : null,
    facts.length ? el('p.facts', {}, facts.map((fact) => el('span', {}, fact))) : null,
    list(about.notes).length ? el('ul.small', {}, list(about.notes).map((note) => el('li', {}, note))) : null,
    dataset.groups.map((group) => groupSection(dataset, group)));
}

function methodSection() {
  const has = (id) => runtimes.includes(id);
  const { name, ...plan } = report.plan || {};
  return el('section.about', {}, el('h2', {}, 'How it was measured'),
    points([
      'Every codec of every dataset ran in a process of its own, so a codec that crashes or exhausts the memory costs only its own row.',
      'Before anything was timed, every value was encoded, decoded and compared with the original, deeply and with types. “Exact” means that no value changed. For a “lossy” codec, the notes say what changed. “Failed” codecs were not timed.',
      'Each sample rotates through the dataset’s values (fewer than 64 are copied until there are 64), so that no single value stays warm. A time is in nanoseconds per value. The page shows the median of the samples and the spread from the 5th to the 95th percentile.',
      plan.rounds > 1 && 'All codecs were measured in turn, ' + count(plan.rounds) + ' times. '
        + 'Each time is that of the codec’s fastest round, so a slow moment of the machine slows '
        + 'down no codec alone.',
      has('php') && 'PHP: each encode gets a value with fresh strings, which are not hashed yet, as after a database read. Allocation is the peak of extra heap during one operation.',
      has('jvm') && 'JVM: JMH times each operation of each codec in a JVM of its own, rotating through at most 2,000 of the values. Before that, the codec runs until the just-in-time compiler has finished with it and it gets no faster. If the compiler does not finish in time, the figure is marked “not warm”: the codec is faster than shown. Measure it with --thorough. Allocation is everything that one operation allocates.',
      has('native') && 'Native: the codec runs inside the larder binary. Allocation is everything that is requested from the allocator, where a buffer that grows counts by its growth.',
      'Bytes are the encoded value alone, without key or overhead.',
      machine.redis !== null && rows.some((row) => redisOf(row) !== null && !row.redis_estimated) && 'Redis memory is the growth of a private Redis server’s used_memory, read by a new connection before and after, divided by the number of keys: it includes key, object header and allocator rounding, and no client’s buffers. On a server that is not private to the run it comes from MEMORY USAGE instead. “In a list” is the same for values pushed onto one list.',
      rows.some((row) => row.redis_estimated) && 'Redis memory marked “estimated” was computed from the encoded size and the size classes of the allocator that comes with Redis; no server was asked. Where the distribution links another allocator, as Debian does, a small value may take up to 16 B more.',
    ]),
    Object.keys(plan).length ? [el('h3', {}, name ? 'The plan: ' + name : 'The plan'),
      pairs(Object.entries(plan).map(([key, value]) => [key.replace(/_/g, ' '), value !== null && typeof value === 'object' ? JSON.stringify(value) : value]))] : null);
}

function cautionSection() {
  return el('section.about', {}, el('h2', {}, 'When it misleads'), points([
    'Your values differ from these. Sizes and ranks follow the data’s shape: how often keys repeat, how long strings are, how large numbers are. Run the command on a sample of your own cache.',
    'A dataset of one value or a few makes every codec look fast, because the processor’s branch predictor learns it by heart. Look at the number of distinct values first.',
    'A busy, virtual or thermally throttled machine adds noise. Where two spreads (p05–p95) overlap, do not rank the two codecs.',
    'Times are those of one thread, without network, connection pool or application. In a request of a millisecond, 200 ns do not show, but memory in Redis always does.',
    'Compare times within one runtime only. A PHP array, a Java object and a native value are different things to build.',
    runtimes.includes('jvm') && 'Each JVM time comes from one process. In the next process, the '
      + 'just-in-time compiler may decide otherwise, and the spread does not show that: we have '
      + 'seen a codec decode several times slower in one run than in another. --rounds 3 gives it '
      + 'three chances.',
    'Ratios hold within one run. Take two codecs’ figures from the same run, on the same machine, never from two reports.',
    'CPU percent is that of one core. Above 100, other threads worked too: the garbage collector or the just-in-time compiler. On a fully loaded server, they would compete with requests.',
    'Redis rounds every value up to an allocator size class. Two sizes may cost the same memory, and one more byte may cost a whole step. Estimated memory knows nothing of fragmentation or of your key names.',
    'A lossy codec may be small and fast because of what it leaves out. It is shown, but it is never part of the Pareto line.',
  ]));
}

// ---------------------------------------------------------------- put together, then draw

document.getElementById('page').append(headSection(), el('main', {}, summary(), datasets.filter((d) => d.groups.length || d.about.about).map(datasetSection),
  machineSection() || '', methodSection(), cautionSection()));
start();
