// The page of a survey: draws what `larder survey --json` prints.

const groups = list(report.groups);
const TRIED = ['json', 'igbinary', 'msgpack', 'larder-fast', 'larder', 'larder-small', 'larder-profile-fast', 'larder-profile', 'larder-profile-small'];
const alternative = (group, codec) => list(group.alternatives).find((other) => other.codec === codec);
const percent = (part, whole) => Math.round(part / Math.max(whole, 1) * 100) + ' %';
const most = (counts) => Object.entries(counts || {}).sort((one, other) => other[1] - one[1]);
const names = (counts) => most(counts).map(([name, times], at, all) => name + (all.length > 1 ? ' ' + count(times) : '')).join(', ') || '–';

function time(milliseconds) {
  const seconds = milliseconds / 1000;
  const [unit, by] = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]].find(([, size]) => seconds >= 2 * size) || ['s', 1];
  return digits(seconds / by) + ' ' + unit;
}

function expires({ ttl, keys }) {
  if (!isNumber(ttl.median)) return 'never';
  const never = ttl.lasting ? ', ' + percent(ttl.lasting, keys) + ' never' : '';
  return time(ttl.median) + ' (' + time(ttl.least) + ' to ' + time(ttl.most) + ')' + never;
}

/** Memory of the largest groups, and what would be left of it. */
function memoryChart() {
  const shown = groups.filter((group) => isNumber(group.memory)).slice(0, 15);
  if (!shown.length) return null;
  const saved = (group) => Math.max(group.recommended ? group.recommended.saves : 0, 0);
  const write = writer(BYTES, shown.map((group) => group.memory));
  const unit = unitFor(BYTES, shown.map((group) => group.memory)).name;
  const option = (width) => ({
    ...base(),
    legend: { data: ['kept', 'saved as recommended'], textStyle: { color: look().ink }, top: 0, left: 0 },
    grid: { left: Math.min(Math.ceil(Math.max(...shown.map((group) => textWidth(group.pattern, 12)))) + 14, width * 0.4), right: 90, top: 30, bottom: 4, containLabel: false, outerBoundsMode: 'none' },
    xAxis: { type: 'value', show: false, min: 0 },
    yAxis: { type: 'category', inverse: true, data: shown.map((group) => group.pattern), axisTick: { show: false }, axisLine: { lineStyle: { color: look().rule } },
      axisLabel: { color: look().ink, fontSize: 12, interval: 0, margin: 8, width: width * 0.38, overflow: 'truncate' } },
    series: [
      { name: 'kept', type: 'bar', stack: 'memory', barWidth: '62%', itemStyle: { color: look().hues[0] }, data: shown.map((group) => group.memory - saved(group)) },
      { name: 'saved as recommended', type: 'bar', stack: 'memory', itemStyle: { color: look().hues[2] }, data: shown.map(saved),
        label: { show: true, position: 'right', distance: 6, color: look().ink, fontSize: 12, formatter: (bar) => write(shown[bar.dataIndex].memory) + ' ' + unit } },
    ],
  });
  const label = 'Memory by group: ' + shown.map((group) => group.pattern + ' ' + withUnit(group.memory, BYTES)).join(', ');
  return el('figure.figure.whole', {}, el('header', {}, el('h4', {}, 'Redis’s memory, by group')), chart('', label, option, shown.length * 25 + 38));
}

const scrolled = (label, head, lines) => el('div.scroll', { tabindex: '0', role: 'region', 'aria-label': label }, el('table.rows', {}, el('caption.gone', {}, label),
  el('thead', {}, el('tr', {}, head.map(([name, unit]) => el('th', { scope: 'col', style: 'padding:.5rem .75rem' }, name, unit ? el('span.unit', {}, unit) : null)))),
  el('tbody', {}, lines.map(([first, cells]) => el('tr', {}, el('th', { scope: 'row', style: 'padding-left:.75rem' }, first), cells.map((text) => el('td', {}, text)))))));

function overview() {
  const head = [['Keys'], ['Count'], ['Type'], ['Bytes', 'per value'], ['Memory'], ['Expires'], ['Saved', 'as recommended']];
  const lines = groups.map((group) => [group.pattern, [count(group.keys), names(group.types), digits(group.bytes_per_value),
    isNumber(group.memory) ? withUnit(group.memory, BYTES) : 'unknown', expires(group), group.recommended ? withUnit(group.recommended.saves, BYTES) : '–']]);
  return el('section.dataset', {}, el('h2', {}, 'Groups of keys'), memoryChart(), scrolled('Groups of keys', head, lines));
}

function groupSection(group) {
  const saving = (other) => !isNumber(group.memory) ? '–' : percent(other.saves, group.memory);
  const lines = TRIED.map((codec) => alternative(group, codec)).filter(Boolean).map((other) => [other.codec, [digits(other.bytes), saving(other),
    other.saves < 0 ? '−' + withUnit(-other.saves, BYTES) : withUnit(other.saves, BYTES), other.refused ? count(other.refused) + ' of ' + count(group.tried) + ': ' + other.reason : 'none']]);
  return el('section.group', {}, el('h3', {}, group.pattern),
    pairs([['Values are', names(group.formats)], ['Types', names(group.types)], ['Expires', expires(group)],
      ['Too large to look at', group.too_large ? count(group.too_large) : null]]),
    group.recommended ? el('p', {}, el('strong', {}, group.recommended.codec), ': ' + group.recommended.reason + '. Next: ', el('code', {}, group.recommended.command)) : null,
    group.tried ? scrolled('Other formats for ' + group.pattern, [['Codec'], ['Bytes', 'per value'], ['Saves', 'of the memory'], ['Saves'], ['Cannot be held exactly']], lines)
      : el('p.small.muted', {}, 'No value could be decoded, so nothing was tried.'));
}

const looked = report.is_complete ? 'all ' + plural(report.surveyed, 'key') : plural(report.surveyed, 'key') + ' of ' + count(report.keys);
const saves = groups.reduce((sum, group) => sum + (group.recommended ? group.recommended.saves : 0), 0);
document.getElementById('page').append(
  el('header', {}, el('p.eyebrow', {}, 'Larder ' + (report.larder || '') + ' survey'), el('h1', {}, report.redis || 'A Redis'),
    facts('larder-survey', report.version ? 'version ' + report.version : null, report.policy, isNumber(report.memory) ? withUnit(report.memory, BYTES) + ' used' : null)),
  el('main', {}, el('div.summary', {}, el('p', {}, 'Looked at ' + looked + '.' + (report.is_interrupted ? ' It was interrupted.' : '')
      + (isNumber(report.scale) ? '' : ' Figures are of these keys alone.') + (saves > 0 ? ' What is recommended saves ' + withUnit(saves, BYTES) + '.' : ' Nothing is worth changing.'))),
    groups.length ? overview() : null || '', groups.length ? el('section.dataset', {}, el('h2', {}, 'Each group'), groups.map(groupSection)) : ''));
start();
