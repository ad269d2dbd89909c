import { enumerated } from '../enumerated.js';
import type { Section } from '../fields/field.js';
import type { Shape, TextFormat } from '../fields/shape.js';

/** For one, and for several. */
type Words = readonly [one: string, many: string];

const FORMATS: Readonly<Record<TextFormat, Words>> = {
  'linear-pattern': [
    'a regular expression without look-around',
    'regular expressions without look-around',
  ],
  pattern: ['a regular expression', 'regular expressions'],
  target: ['a target such as deployment/shop', 'targets'],
  'outgoing-address': ['an address such as tcp://10.0.0.0/8:5432', 'addresses'],
  'dns-address': ['a name or an address such as example.com', 'names or addresses'],
  'json-path': ['a JSONPath', 'JSONPaths'],
  'absolute-path': ['a path that begins with /', 'paths that begin with /'],
  'socket-address': ['an address with a port such as 0.0.0.0:9000', 'addresses with a port'],
  'ip-address': ['an IP address', 'IP addresses'],
};

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? `the text ${values.join('')}` : `one of ${values.join(', ')}`;

const range = (min: number, max: number): string =>
  max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;

/** A list of exactly these values: a pair where two of them are alike. */
function tupleWords(of: readonly Shape[]): Words {
  const all = of.map(wordsOf);
  const [first, second] = all;
  if (all.length === 2 && first !== undefined && first[0] === second?.[0])
    return [`a pair of ${first[1]}`, `pairs of ${first[1]}`];
  const each = enumerated(all.map(([one]) => one));
  return [`a list of ${each}`, `lists of ${each}`];
}

const BY_TYPE: {
  readonly [T in Shape['type']]: (shape: Extract<Shape, { readonly type: T }>) => Words;
} = {
  boolean: () => ['true or false', 'entries that are true or false'],
  text: ({ format }) => (format === undefined ? ['a text', 'texts'] : FORMATS[format]),
  integer: ({ min, max }) => [
    `a whole number ${range(min, max)}`,
    `whole numbers ${range(min, max)}`,
  ],
  choice: ({ values }) => [oneOf(values), `texts, each ${oneOf(values)}`],
  list({ of, single }) {
    const [one, many] = wordsOf(of);
    const list = `a list of ${many}`;
    return [single === true ? `${one} or ${list}` : list, 'lists'];
  },
  tuple: ({ of }) => tupleWords(of),
  map: ({ of }) => [`an object whose values are ${wordsOf(of)[1]}`, 'objects'],
  object({ oneOf: members }) {
    const words = members === undefined ? '' : ` with one of ${members.join(', ')}`;
    return [`an object${words}`, `objects${words === '' ? '' : `, each${words}`}`];
  },
  tagged: ({ tag }) => [`an object with ${tag}`, `objects with ${tag}`],
  forms({ forms }) {
    const one = forms.map(shapeWords).join(', or ');
    return [one, `entries, each ${one}`];
  },
  absent: () => ['null', 'entries that are null'],
  any: ({ says }) => [says, `entries, each ${says}`],
};

function wordsOf(shape: Shape): Words {
  // each entry takes the shapes of its own type
  return (BY_TYPE[shape.type] as (one: Shape) => Words)(shape);
}

/** What a value may be, as people read it: `a text or a list of texts`. It follows "must be". */
export function shapeWords(shape: Shape): string {
  return wordsOf(shape)[0];
}

/** The same of a section: `true or false, or one of read, write, local, localwithoverrides, or an object`. */
export function sectionWords({ shorthands = [] }: Section): string {
  const booleans = shorthands.flatMap(({ form }) => (typeof form === 'boolean' ? [form] : []));
  const forms = shorthands.flatMap(({ form }) =>
    typeof form === 'boolean' ? [] : [shapeWords(form)],
  );
  return [
    ...(booleans.length > 0 ? [booleans.join(' or ')] : []),
    ...forms.filter((words) => !words.startsWith('an object')),
    'an object',
  ].join(', or ');
}
