import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../read-document.js';
import { asRead } from '../testing/shown.js';

/** A text, its value when that is usable, and its mistakes. */
const TEXTS: readonly (readonly [string, string, ...string[]])[] = [
  ['a: 1\na: 2', '{"a":1}', '2:1 a The key "a" is there twice.'],
  ['a: {b: 1, b: 2}', '{"a":{"b":1}}', '1:11 a.b The key "b" is there twice.'],
  [
    'a: yes\nb: no\nc: on\nd: off\ne: True\nf: ~\ng:\nh: null',
    '{"a":"yes","b":"no","c":"on","d":"off","e":true,"f":null,"g":null,"h":null}',
  ],
  ['a: 0o17\nb: 0x1F\nc: 1e3\nd: 1_000\ne: 007', '{"a":15,"b":31,"c":1000,"d":"1_000","e":7}'],
  ['1: a\ntrue: b\n~: c\n1.0: d', '{"1":"a","true":"b","~":"c","1.0":"d"}'],
  ['a: 1\n\tb: 2', '-', '2:1 a This line is indented by a tab, which YAML does not allow.'],
  [
    'feature:\n\tfs: read',
    '-',
    '2:1 feature This line is indented by a tab, which YAML does not allow.',
  ],
  ['a: *x', '-', '1:4 a No anchor &x is written before this alias.'],
  ['a: &x {y: 1}\nb: *x', '{"a":{"y":1},"b":{"y":1}}'],
  ['&x a: 1\nb: *x', '{"a":1,"b":"a"}'],
  ['a: &x [*x]', '-', '1:8 a[0] The alias *x repeats a value that it is itself a part of.'],
  ['a: !!str 1', '-', '1:4 a The tag !!str is not accepted: values have their types without tags.'],
  [
    'a: !x {b: 1}\nc: !y 2',
    '-',
    '1:4 a The tag !x is not accepted: values have their types without tags.',
    '2:4 c The tag !y is not accepted: values have their types without tags.',
  ],
  ['x: 1\n---\ny: 2', '{"x":1}', '2:1  The file has more than one document of YAML.'],
  ['---\nx: 1\n...\ny: 2', '{"x":1}', '4:1  The file has more than one document of YAML.'],
  ['---\nx: 1\n---\n', '{"x":1}', '3:1  The file has more than one document of YAML.'],
  ['a: {{ x }}', '-', '1:5 a A key is a list or an object here.'],
  ['a: b: c', '-', '1:4 a This value would begin an object in the line of its key.'],
  ['d: &d\n  x: 1\ne:\n  <<: *d\n  y: 2', '{"d":{"x":1},"e":{"y":2,"x":1}}'],
  [
    'd: &d {x: 1, y: 1}\nf: &f {y: 2, z: 2}\ne:\n  <<: [*d, *f]\n  z: 3',
    '{"d":{"x":1,"y":1},"f":{"y":2,"z":2},"e":{"z":3,"x":1,"y":1}}',
  ],
  ['<<: 1', '{}', '1:5  A merge key (<<) takes an object or a list of objects, usually an alias.'],
  ['"<<": 1', '{"<<":1}'],
  ['? [a]\n: 1', '-', '1:3  A key is a list or an object here.'],
  ['a: 1\nb', '-', '2:1 b This line has no colon behind its key.'],
  [
    '%YAML 1.1\n---\na: yes',
    '-',
    '1:1  The directive %YAML 1.1 is not accepted: the file is read as YAML 1.2.',
  ],
  ['%YAML 1.2\n---\na: yes', '{"a":"yes"}'],
  ['a: @x', '-', '1:4 a A text without quotes cannot begin with this sign.'],
  ['a: `x`', '-', '1:4 a A text without quotes cannot begin with this sign.'],
  [
    'a: .inf\nb: .nan',
    '{"a":null,"b":null}',
    '1:4 a This is not a finite number.',
    '2:4 b This is not a finite number.',
  ],
  [
    'a: 9007199254740992',
    '{"a":9007199254740992}',
    '1:4 a This whole number is beyond 9007199254740991, and would not be kept exactly.',
  ],
  [
    'key: "a "b" c"\nx: 1',
    '-',
    '1:10 key The value before this has ended, and something follows that does not belong to it.',
  ],
  [
    'a: "\\.js"\nb: "\\z"',
    '{"a":"\\\\.js","b":"\\\\z"}',
    '1:5 a YAML has no such escape.',
    '2:5 b YAML has no such escape.',
  ],
  ['a: [1, 2', '-', '1:9 a[1] A list or object in brackets is not closed.'],
  ['a: "x', '-', '1:6 a This text has no closing quote.'],
  ['{"a": 1, "b": [1, 2]}', '{"a":1,"b":[1,2]}'],
  ['{a: 1', '-', '1:6 a A list or object in brackets is not closed.'],
  [': 1', '-', '1:1  A key is missing here.'],
  ['a: |\n  x\n  y\nb: >-\n  x\n  y', '{"a":"x\\ny\\n","b":"x y"}'],
  ['a: 2020-01-01', '{"a":"2020-01-01"}'],
  [
    'a:\n  b: 1\n c: 2',
    '-',
    '3:1 a.b This line has another indent than the other fields of its object.',
  ],
  ['a: 1\n  b: 2', '-', '1:4 a This value would begin an object in the line of its key.'],
  ['a:\n- 1\n- 2', '{"a":[1,2]}'],
  [
    "a: 'it's'",
    '-',
    '1:8 a The value before this has ended, and something follows that does not belong to it.',
  ],
  ['a: [1,,2]', '-', '1:7 a[0] There is a comma too many.'],
  [
    '{a: 1 b: 2}',
    '-',
    '1:5 a Between brackets a comma is missing, or a value is written by indents.',
  ],
  ['a: x #c\nb: "y"#c', '-', '2:7 b A space is missing before this comment.'],
  ['a: x: y\nb: [', '-', '1:4 a This value would begin an object in the line of its key.'],
  ['- a', '-', '1:1  The configuration has to be an object of fields, and this is a list.'],
  ['!x a: 1', '-', '1:1  The tag !x is not accepted: values have their types without tags.'],
  ['a: "!x"\nb: \'*y\'\nc: a !x\nd: |\n  !x\n# !z', '{"a":"!x","b":"*y","c":"a !x","d":"!x\\n"}'],
  ['a: 1\r\na: 2\r\n', '{"a":1}', '2:1 a The key "a" is there twice.'],
  ['a: %x', '-', '1:4 a A text without quotes cannot begin with this sign.'],
  ['x: {a: 1}\n<<: *x', '-', '2:5  No anchor &x is written before this alias.'],
  ['a: "x\n  y"', '{"a":"x y"}'],
  ['x: &x {a: 1}\n<<: *x', '{"x":{"a":1},"a":1}'],
];

describe('yaml', () => {
  it.each(TEXTS)('%j', async (text, ...expected) => {
    expect(asRead(text, await readDocument(text, 'yaml'))).toEqual(expected);
  });
});
