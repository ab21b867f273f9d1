// The page of a load: draws what `larder load --json` prints.

const WAYS = [['round-trips', '100 round trips per request'], ['pipeline', 'Pipelined, one round trip per request']];
const ENDPOINTS = ['/add', '/check'];
const plan = report.plan || {};
const paces = [{ name: 'closed loop, ' + plan.concurrency + ' at a time', is: (pace) => pace === 'closed' }];
if (isNumber(plan.rate)) {
  paces.push({ name: 'constant rate, ' + digits(plan.rate) + ' requests per second are due; latencies count from when a request is due', is: (pace) => pace !== 'closed' });
}
const versioned = (row) => row.codec + (row.version ? ' ' + row.version : '');

/** The run with the plan's connections, which comes before a crowded one. */
const runOf = (row, endpoint, way, pace) => list(row.runs).find((run) => run.endpoint === endpoint && run.way === way && pace.is(run.pace));

/** One figure of each codec, in the order of the table. */
function bars(shown, valueOf, write) {
  return () => {
    const names = shown.map(({ row }) => row.codec);
    const left = Math.ceil(Math.max(...names.map((name) => textWidth(name, 12)))) + 14;
    const right = Math.ceil(Math.max(...shown.map((entry) => textWidth(write(valueOf(entry)), 12)))) + 12;
    return {
      ...base(), grid: { left, right, top: 4, bottom: 4, containLabel: false, outerBoundsMode: 'none' },
      xAxis: { type: 'value', show: false, min: 0, max: Math.max(...shown.map(valueOf)) || 1 },
      yAxis: { type: 'category', inverse: true, data: names, axisTick: { show: false }, axisLine: { lineStyle: { color: look().rule } },
        axisLabel: { color: look().ink, fontSize: 12, interval: 0, margin: 8 } },
      series: [{ type: 'bar', barWidth: '62%', data: shown.map((entry) => ({ value: valueOf(entry), itemStyle: { color: hue(entry.row) } })),
        label: { show: true, position: 'right', distance: 6, color: look().ink, fontSize: 12, formatter: (bar) => write(bar.value) } }],
    };
  };
}

function barFigure(title, note, entries, valueOf, write) {
  const shown = entries.filter((entry) => isNumber(valueOf(entry)));
  if (!shown.length) return null;
  return el('figure.figure', {},
    el('header', {}, el('h4', {}, title, el('span.muted', { style: 'font-weight:400' }, ', ' + note))),
    chart('', title + ', ' + note + ': ' + shown.map((entry) => entry.row.codec + ' ' + write(valueOf(entry))).join(', '),
      bars(shown, valueOf, write), shown.length * 25 + 8));
}

const COLUMNS = [
  ['Requests', 'per second', (run) => digits(run.requests_per_second)],
  ['p50', 'ms', (run) => digits(run.latency_ms.p50)], ['p90', 'ms', (run) => digits(run.latency_ms.p90)],
  ['p99', 'ms', (run) => digits(run.latency_ms.p99)], ['Slowest', 'ms', (run) => digits(run.latency_ms.max)],
  ['Errors', null, (run) => count(run.errors)],
  ['Codec', '% of the time', (run) => run.codec_percent.toFixed(1)],
  ['Service', '% of a core', (run) => digits(run.service_cpu_percent)], ['Redis', '% of a core', (run) => digits(run.redis_cpu_percent)],
  ['Service', 'CPU ms per request', (run) => run.service_cpu_ms.toFixed(2)],
];

function table(label, head, lines) {
  return el('div.scroll', { tabindex: '0', role: 'region', 'aria-label': label }, el('table.rows', {}, el('caption.gone', {}, label),
    el('thead', {}, el('tr', {}, head.map(([name, unit]) => el('th', { scope: 'col', style: 'padding:.5rem .75rem' }, name, unit ? el('span.unit', {}, unit) : null)))),
    el('tbody', {}, lines.map(([row, cells]) => el('tr', {}, el('th', { scope: 'row' }, swatch(row), row.codec, row.version ? el('span.sub', {}, row.version) : null),
      cells.map((text) => el('td', {}, text)))))));
}

function waySection([way, name], pace) {
  const of = (endpoint) => rows.map((row) => ({ row, run: runOf(row, endpoint, way, pace) })).filter(({ run }) => run);
  if (!ENDPOINTS.some((endpoint) => of(endpoint).length)) return null;
  const each = (title, note, valueOf, write) => ENDPOINTS.map((endpoint) => barFigure(endpoint + ': ' + title, note, of(endpoint), ({ run }) => valueOf(run), write));
  return el('section.dataset', {}, el('h2', {}, name), el('p.facts', {}, pace.name),
    el('div.bars', {},
      each('requests', 'per second', (run) => run.requests_per_second, digits),
      each('latency p99', 'ms', (run) => run.latency_ms.p99, digits),
      each('codec', '% of the time of a request', (run) => run.codec_percent, (percent) => percent.toFixed(1))),
    ENDPOINTS.map((endpoint) => el('figure.figure.whole', {}, el('header', {}, el('h4', {}, endpoint)),
      table(endpoint + ', ' + name, [['Codec'], ...COLUMNS], of(endpoint).map(({ row, run }) => [row, COLUMNS.map(([, , write]) => write(run))])))));
}

function memorySection() {
  const shown = rows.filter((row) => row.memory).map((row) => ({ row }));
  if (!shown.length) return null;
  const memory = ({ row }) => row.memory;
  return el('section.dataset', {}, el('h2', {}, 'Redis after /add'),
    el('div.bars', {}, barFigure('Memory', 'bytes per person, with key and entry', shown, (entry) => memory(entry).bytes_per_person, digits)),
    table('Memory', [['Codec'], ['used_memory', 'MB'], ['dbsize', 'keys'], ['Per person', 'bytes']],
      shown.map((entry) => [entry.row, [digits(memory(entry).used_memory / 1e6), count(memory(entry).dbsize), digits(memory(entry).bytes_per_person)]])));
}

function faultSection() {
  const faults = rows.flatMap((row) => [
    row.error ? versioned(row) + ': ' + row.error : null,
    ...list(row.runs).flatMap((run) => Object.entries(run.error_kinds || {}).map(([kind, times]) => row.codec + ', ' + run.endpoint + ', ' + run.way + ': ' + kind + ' (' + count(times) + ' times)')),
  ]).filter(Boolean);
  return faults.length ? el('section.about', {}, el('h2', {}, 'What failed'), points(faults)) : null;
}

function methodSection() {
  const service = rows.map((row) => row.versions || {}).find((versions) => Object.keys(versions).length) || {};
  return el('section.about', {}, el('h2', {}, 'How it was measured'), points([
    'Each codec had a service and a Redis of its own. Both ran on this machine, as did the load generator, and all shared its cores.',
    plan.rounds > 1 && 'All codecs were measured in turn, ' + count(plan.rounds) + ' times, each '
      + 'time with new services. Each figure is of the codec’s fastest round, so a slow moment of '
      + 'the machine slows down no codec alone. A run with errors counts before any other.',
    'Each endpoint was first warmed up in both ways. Then Redis was flushed, the counters of the service were reset, and the measurement began.',
    'A request to /add stores 100 persons. A request to /check reads 100, compares the md5 of each, and fails if one differs. With round trips, the service waits for Redis after each person; pipelined, it waits once.',
    'In the closed loop, each connection sends its next request when it has its answer. At a constant rate, latency counts from when a request was due, whether or not it could be sent then.',
    'The codec’s share is of the time in which the service’s threads worked on requests or waited for Redis. CPU is that of the processes; 100 % is one core.',
    'used_memory is read at a moment at which the service has no connection.',
    'These are figures of one run on one machine: compare them only within this page. The article gave each program a machine of its own. Here they share one, so everything is slower, and a round trip costs less.',
  ]), pairs([['Load generator', report.generator], ...Object.entries(service)]));
}

document.getElementById('page').append(
  el('header', {}, el('p.eyebrow', {}, 'Larder ' + (report.larder || '') + ' load'),
    el('h1', {}, rows.length ? 'A Spring Boot service with ' + plural(rows.length, 'codec') : 'Nothing was measured'), facts('larder-load')),
  el('main', {}, el('div.summary', {}, list(report.verdict).map((text) => el('p', {}, text))),
    paces.flatMap((pace) => WAYS.map((way) => waySection(way, pace) || '')), memorySection() || '', faultSection() || '', machineSection() || '', methodSection()));
start();
