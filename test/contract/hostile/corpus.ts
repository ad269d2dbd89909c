/** Texts that a reader of JSON must refuse or read, never trip over. */
export const jsonTexts: Readonly<Record<string, string>> = {
  nothing: '',
  blanks: ' \r\n\t',
  null: 'null',
  'a number': '1',
  'a text': '"x"',
  'a list': '[{}]',
  'an empty object': '{}',
  NaN: '{"name": NaN, "version": -Infinity}',
  'a number beyond all': '{"version": 1e999, "name": -1e999}',
  'many digits': `{"version": ${'9'.repeat(10_000)}}`,
  'a byte order mark': '\uFEFF{}',
  'two byte order marks': '\uFEFF\uFEFF{}',
  'carriage returns only': '{\r"name":\r"x"\r}',
  'no end': '{"name": "x',
  'too much': '{} {}',
  comments: '{/* x */ "name": "x" // y\n}',
  'a comma too many': '{"name": "x",}',
  'single quotes': "{'name': 'x'}",
  'a key twice': '{"name": "x", "name": "y"}',
  'a nested key twice': '{"a": {"b": 1, "b": 2}}',
  'a prototype': '{"__proto__": {"polluted": true}}',
  'a nested prototype':
    '{"a": {"__proto__": {"polluted": true}}, "dependencies": {"__proto__": {"polluted": true}}}',
  'a constructor': '{"constructor": {"prototype": {"polluted": true}}}',
  'members of every object':
    '{"toString": 1, "valueOf": 2, "hasOwnProperty": 3, "then": 4, "toJSON": 5, "length": -1}',
  'an escaped prototype': '{"\\u005f_proto__": {"polluted": true}}',
  'half a character': '{"name": "\\ud800", "\\udfff": 1}',
  'a zero byte': '{"name": "a\\u0000b"}',
  'control characters': '{"name": "a\u0001\u001bb"}',
  'deep lists': `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'deep objects': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'an opening bracket, often': '['.repeat(200_000),
  'many keys': `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}": 1`).join(',')}}`,
  'a long text': `{"name": "${'x'.repeat(1_000_000)}"}`,
  'a long key': `{"${'k'.repeat(1_000_000)}": 1}`,
};

/** What may stand where something else belongs. */
export const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\u0000',
  'x'.repeat(20_000),
  [],
  [null],
  ['x', ['y']],
  {},
  { $gt: '' },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  { toString: 1, valueOf: null, then: 2, toJSON: 3, length: 1e9 },
];

/** A valid document with one value replaced, or one hostile key added, at each place. */
export function* mutations(document: unknown): Generator {
  yield* wrongValues;
  if (typeof document !== 'object' || document === null) return;
  for (const key of Object.keys(document)) {
    for (const inner of mutations((document as Record<string, unknown>)[key]))
      yield replaced(document, key, inner);
  }
  if (Array.isArray(document)) return;
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    yield replaced(document, key, { polluted: true });
}

function replaced(document: object, key: string, value: unknown): unknown {
  if (Array.isArray(document))
    return document.map((entry: unknown, at) => (String(at) === key ? value : entry));
  // as `JSON.parse` would: an own property, whatever it is called
  return Object.defineProperty({ ...document }, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
