import { knownNeighbours, popularNpm, popularPypi } from './popular-names.js';

/** Shorter names have too many honest neighbours. */
const SHORTEST = 5;

/** A popular name that another one could be taken for. */
export interface Resemblance {
  readonly popular: string;
  readonly how: 'letters' | 'one letter' | 'separators' | 'affix';
}

/** How a package's name imitates a popular one, if it does. */
export function resemblance(
  written: string,
  ecosystem: 'npm' | 'pypi' | 'other',
): Resemblance | undefined {
  if (ecosystem === 'other' || written.startsWith('@')) return undefined;
  const popular = ecosystem === 'npm' ? popularNpm : popularPypi;
  const name = ecosystem === 'npm' ? written : written.toLowerCase().replace(/[-_.]+/g, '-');
  if (popular.has(name) || knownNeighbours.has(name) || name.length < SHORTEST) return undefined;
  return foreignLetters(name, popular) ?? oneLetter(name, popular) ?? affixed(name, popular);
}

const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  ɡ: 'g',
  ո: 'n',
  ӏ: 'l',
  ν: 'v',
  α: 'a',
  ο: 'o',
};

function foreignLetters(name: string, popular: ReadonlySet<string>): Resemblance | undefined {
  if (/^[\u{20}-\u{7e}]*$/u.test(name)) return undefined;
  const latin = Array.from(name.normalize('NFKC'), (char) => LETTERS[char] ?? char).join('');
  return popular.has(latin) ? { popular: latin, how: 'letters' } : undefined;
}

function oneLetter(name: string, popular: ReadonlySet<string>): Resemblance | undefined {
  const plain = name.replace(/[-_.]/g, '');
  for (const candidate of neighbours(popular, name)) {
    if (candidate.replace(/[-_.]/g, '') === plain) return { popular: candidate, how: 'separators' };
    // `eslint` and `eslint8`, `redis` and `redis5`: a version, which packages put into their names
    if (/^\d*$/.test(name.replace(candidate, ''))) continue;
    if (isOneEdit(name, candidate)) return { popular: candidate, how: 'one letter' };
  }
  return undefined;
}

type Index = ReadonlyMap<string, readonly string[]>;
const indexes = new WeakMap<ReadonlySet<string>, Index>();

/** Popular names that share a form with one letter removed; only these can be one edit away. */
function neighbours(popular: ReadonlySet<string>, name: string): ReadonlySet<string> {
  let index = indexes.get(popular);
  if (index === undefined) indexes.set(popular, (index = indexOf(popular)));
  return new Set([...shortened(name)].flatMap((form) => index.get(form) ?? []));
}

function indexOf(popular: ReadonlySet<string>): Index {
  const index = new Map<string, string[]>();
  for (const name of popular) {
    if (name.length < SHORTEST) continue;
    for (const form of shortened(name)) index.set(form, [...(index.get(form) ?? []), name]);
  }
  return index;
}

const shortened = (name: string): ReadonlySet<string> =>
  new Set([name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))]);

/** One letter more, less or other, or two neighbours swapped. */
function isOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  let end = 0;
  while (end < short.length - from && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [left, right] = [
    short.slice(from, short.length - end),
    long.slice(from, long.length - end),
  ];
  if (right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

const AFFIX =
  /^(?:node-|py-|python-|python3-|real-|official-|the-)|(?:[-_.]?(?:js|py|python|python3|node|official|latest|secure|security|fixed|patched|pro|plus|lib2|new|updated|safe|stable|v2|2))$/;

/** A popular name with a word before or after it that promises more of the same. */
function affixed(name: string, popular: ReadonlySet<string>): Resemblance | undefined {
  const bare = name.replace(AFFIX, '');
  return bare !== name && bare.length > SHORTEST && popular.has(bare)
    ? { popular: bare, how: 'affix' }
    : undefined;
}
