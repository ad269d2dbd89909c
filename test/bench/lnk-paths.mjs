import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPathDecider } from '../../dist/modules/lnk/decide/paths/path-decider.js';
import { pathRulesOf } from '../../dist/modules/lnk/decide/paths/path-rules.js';
import { search } from '../../dist/modules/lnk/patterns/search.js';
import { median } from './median.mjs';

const ROUNDS = 40;
const AT_ONCE = 10_000;
const ASKED_AGAIN = 5000;
const SLOWEST_SEARCH = 50;

const MACHINE = { home: '/home/ada', cwd: '/home/ada/src/shop', temp: '/tmp' };
const MAPPING = [
  [String.raw`^/app(\d+)/(.*)$`, '/srv/team$1/$2'],
  ['^/old/', '/new/'],
];
const FOLDERS =
  'app3 srv data etc usr lib python3 site-packages config team4 cache node_modules var run secrets log web main index home ada share'.split(
    ' ',
  );
const ENDINGS = ['.py', '.json', '.txt', '.ext4', '.so', ''];

const A = 'a'.repeat(1000);
/** What keeps other engines busy for hours, or is refused. */
const EXPLODING = [
  ...['(a+)+$', '(a*)*b', '(a|a)*b', '(a|aa)+b', '(a?){500}a{500}b', '(.*a){20}b', '(x+x+)+y'],
  ...['^(([a-z])+.)+[A-Z]([a-z])+$', String.raw`(\w+\s?)*!$`, '^(a|[a-c]|[^b])*d$'],
  ...['((a{1,10}){1,10}){1,10}b', '.*.*.*.*.*=.*b', '(a+)+(?=b)c', '(?=(a|aa)+b)x'],
  ...['^(?!(a*)*b).*c', '(?<=b(a+)+)', String.raw`(a+)+\1b`, 'a{1,1000}{1,1000}'],
  ...['(?=a)(?:(?:a{1,1000}){1,1000}){1,1000}', '(?:[a-z]{1,1000}){1,1000}(?!b)'],
];

/** Decisions about paths with 50 patterns of a user, and regular expressions that explode elsewhere; all by processor time. */
export async function measureLnkPaths() {
  return [
    ...(await measurePaths('', new Map())),
    ...(await measurePaths(', with a mapping', new Map(MAPPING))),
    await measureSearches(),
  ];
}

async function measurePaths(what, mapping) {
  const decider = await createPathDecider(pathRulesOf(configurationWith(mapping), MACHINE));
  const paths = pathMaker();
  for (let round = 0; round < 5; round++) decide(decider, paths(AT_ONCE));
  const before = heap();
  const fresh = Array.from({ length: ROUNDS }, () => rate(decider, paths(AT_ONCE)));
  const grown = Math.round((heap() - before) / 1e6);
  const asked = paths(ASKED_AGAIN);
  decide(decider, asked);
  // a program names a path with a new string each time
  const again = Array.from({ length: ROUNDS }, () => rate(decider, asked.map(copy)));
  return [
    row(`decisions about new paths${what}`, fresh, 300_000),
    row(`decisions about paths asked before${what}`, again, 5_000_000),
    {
      what: `memory that ${ROUNDS * AT_ONCE} more paths leave${what}`,
      measured: `${grown} MB`,
      comparedWith: '',
      budget: '32 MB',
      within: grown <= 32,
    },
  ];
}

function row(what, rates, budget) {
  const middle = median(rates);
  return {
    what,
    measured: `${Math.round(middle)}/s`,
    comparedWith: `best of ${ROUNDS} rounds ${Math.round(Math.max(...rates))}/s`,
    budget: `${budget}/s`,
    within: middle >= budget,
  };
}

function rate(decider, paths) {
  const start = process.cpuUsage();
  decide(decider, paths);
  const { user, system } = process.cpuUsage(start);
  return (paths.length / (user + system)) * 1e6;
}

function decide(decider, paths) {
  let rules = 0;
  for (const path of paths) rules += decider.decide(path, 'read').rule;
  return rules;
}

/** Makes paths that differ from all before, the same ones in every run. */
function pathMaker() {
  let state = 7;
  let serial = 0;
  const below = (limit) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % limit;
  };
  const one = () => {
    const folders = Array.from({ length: 2 + below(5) }, () => FOLDERS[below(FOLDERS.length)]);
    const name = Math.imul(++serial, 2_654_435_761).toString(36);
    return copy(`/${folders.join('/')}/f${serial}${name}${ENDINGS[below(ENDINGS.length)]}`);
  };
  return (count) => Array.from({ length: count }, one);
}

function copy(text) {
  return Buffer.from(text).toString();
}

function configurationWith(mapping) {
  const patterns = Array.from({ length: 10 }, (_, index) => [
    `^/app${index}/config/`,
    `^/app${index}/data/`,
    `\\.ext${index}$`,
    `^/srv/team${index}/(data|cache)/.*\\.json$`,
    `/secret-${index}/`,
  ]).flat();
  const values = {
    'feature.fs.mode': 'read',
    'feature.fs.mapping': mapping,
    'feature.fs.read_only': patterns.slice(0, 25),
    'feature.fs.local': patterns.slice(25),
  };
  return {
    fields: [],
    value: (path) => values[path],
    source: () => ({ kind: 'default' }),
    isSet: (path) => path in values,
    isBroken: () => false,
  };
}

function heap() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

async function measureSearches() {
  const ends = { answered: 0, 'given up': 0, refused: 0 };
  // the thread is there once a first search has been
  await endOf('a(?=b)');
  const times = [];
  for (const pattern of EXPLODING) {
    const start = process.cpuUsage();
    ends[await endOf(pattern)]++;
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const slowest = Math.max(...times);
  return {
    what: `the slowest of ${EXPLODING.length} regular expressions that explode elsewhere`,
    measured: `${Math.round(slowest)} ms (\`${EXPLODING[times.indexOf(slowest)]}\`)`,
    comparedWith: Object.entries(ends)
      .map(([end, count]) => `${count} ${end}`)
      .join(', '),
    budget: `${SLOWEST_SEARCH} ms`,
    within: slowest <= SLOWEST_SEARCH,
  };
}

async function endOf(pattern) {
  try {
    const [result] = await search([pattern], [A]);
    return result.tookTooLong ? 'given up' : 'answered';
  } catch {
    return 'refused';
  }
}
