import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../read-document.js';
import { asRead } from '../testing/shown.js';

/** A text, its value when that is usable, and its mistakes. */
const TEXTS: readonly (readonly [string, string, ...string[]])[] = [
  ['a = 1\na = 2', '{"a":1}', '2:1 a The key "a" is there twice.'],
  ['[a]\nb = 1\n[a]\nc = 2', '{"a":{"b":1}}', '3:2 a The key "a" is there twice.'],
  ['a.b = 1\n[a]\nc = 2', '{"a":{"b":1}}', '2:2 a The key "a" is there twice.'],
  ['[a.b]\nx = 1\n[a]\ny = 2', '{"a":{"b":{"x":1},"y":2}}'],
  ['[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\nc = 3', '{"a":[{"x":1},{"x":2,"b":{"c":3}}]}'],
  ['a = [{b = 1}]\n[[a]]\nb = 2', '{"a":[{"b":1}]}', '2:3 a The key "a" is there twice.'],
  ['a = {b = 1, b = 2}', '-', '1:13 a This key is there twice.'],
  ['a = {b = 1}\na.c = 2', '{"a":{"b":1}}', '2:1 a The key "a" is there twice.'],
  ['[a]\nb.c = 1\n[a.b]\nd = 2', '{"a":{"b":{"c":1}}}', '3:4 a.b The key "b" is there twice.'],
  ['a = 1\n[a]\nb = 2', '{"a":1}', '2:2 a The key "a" is there twice.'],
  ['a = 1\n[a.b]\nc = 2', '{"a":1}', '2:2 a The key "a" is there twice.'],
  ['a = [1, 2\nb = 3', '-', '2:1 a A list or table is not closed before this.'],
  ['a = yes\nb = no', '-', '1:5 a "yes" is not expected here.', '2:5 b "no" is not expected here.'],
  [
    'a = 1979-05-27',
    '{"a":"1979-05-27"}',
    '1:5 a Dates and times are not values of this configuration.',
  ],
  [
    'a = 1979-05-27T07:32:00Z\nb = 07:32:00',
    '{"a":"1979-05-27T07:32:00Z","b":"07:32:00"}',
    '1:5 a Dates and times are not values of this configuration.',
    '2:5 b Dates and times are not values of this configuration.',
  ],
  ['a = 1979-13-27', '-', '1:5 a There is no such date.'],
  [
    'a = inf\nb = nan',
    '{"a":null,"b":null}',
    '1:5 a This is not a finite number.',
    '2:5 b This is not a finite number.',
  ],
  [
    'a = "x\nb = y\n[c\nd = 1\nd = 2\n[e]\nf = 1',
    '-',
    '1:7 a This text has no closing quote.',
    '2:5 b "y" is not expected here.',
    '3:3  The header of a table is not closed here.',
  ],
  ['a: 1', '-', '1:2 a TOML has no colon between key and value.'],
  ['// x', '-', '1:1  "/" is not expected here.'],
  ['a = null', '-', '1:5 a "null" is not expected here.'],
  ['a = True', '-', '1:5 a "True" is not expected here.'],
  [
    'a = 9223372036854775807',
    '{"a":9223372036854776000}',
    '1:5 a This whole number is beyond 9007199254740991, and would not be kept exactly.',
  ],
  ['a = 0x1F\nb = 1_000\nc = 1.5e3\nd = 0o17\ne = 0b11', '{"a":31,"b":1000,"c":1500,"d":15,"e":3}'],
  ['a = """\nx\n"""\nb = \'\'\'y\'\'\'\nc = """x"""""', '{"a":"x\\n","b":"y","c":"x\\"\\""}'],
  ['a = "\\.js"', '-', '1:7 a TOML has no such escape.'],
  ["a = '\\.js'\r\nb = 1\r\n", '{"a":"\\\\.js","b":1}'],
  ['a = {\nb = 1}', '-', '2:1 a There is a line break in a table between "{" and "}".'],
  ['a = {b = 1,}', '-', '1:12 a There is a comma behind the last value of a table.'],
  ['a = [1 2]', '-', '1:8 a A comma is missing before this.'],
  [
    '[a] b = 1',
    '-',
    '1:5  The value before this has ended, and something follows in the same line.',
  ],
  ['a', '-', '1:2  An equals sign is expected here.'],
  ['= 1', '-', '1:1  "=" is not expected here.'],
  ['a =', '-', '1:4 a A value is missing here.'],
  [
    'a = "x" y',
    '-',
    '1:9 a The value before this has ended, and something follows in the same line.',
  ],
  ['[]', '-', '1:2  A key is missing here.'],
  ['a = {{ x }}', '-', '1:6 a "{" is not expected here.'],
  ['a = 01', '-', '1:5 a A number of TOML cannot begin with 0.'],
  ['é = 1', '-', '1:1  "é" is not expected here.'],
  ['"" = 1', '{"":1}'],
  ['a = [\n  1, # one\n  "]", # two\n]\nb = 2', '{"a":[1,"]"],"b":2}'],
  ['a = {b.c = 1, b.d = 2}', '{"a":{"b":{"c":1,"d":2}}}'],
  ['[feature]\nfs.mode = read', '-', '2:11 feature.fs.mode "read" is not expected here.'],
  [
    '[a]\nx = 1\n\n[b]\nx = 1\nx = 2',
    '{"a":{"x":1},"b":{"x":1}}',
    '6:1 b.x The key "x" is there twice.',
  ],
  ['a = 1 # "\nb = 2', '{"a":1,"b":2}'],
  ['a = [1,,2]', '-', '1:8 a "," is not expected here.'],
];

describe('toml', () => {
  it.each(TEXTS)('%j', async (text, ...expected) => {
    expect(asRead(text, await readDocument(text, 'toml'))).toEqual(expected);
  });
});
