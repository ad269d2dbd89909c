import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../read-document.js';
import { asRead } from '../testing/shown.js';

/** A text, its value when that is usable, and its mistakes. */
const TEXTS: readonly (readonly [string, string, ...string[]])[] = [
  ['{"a": 1,}', '{"a":1}', '1:8  There is a comma behind the last value.'],
  [
    '{"a": [1, 2,],\n "b": {"c": 1,}}',
    '{"a":[1,2],"b":{"c":1}}',
    '1:12 a There is a comma behind the last value.',
    '2:14 b There is a comma behind the last value.',
  ],
  ['{"a": 1\n "b": 2}', '{"a":1,"b":2}', '2:2  A comma is missing before this.'],
  ['{"a": [1 2]}', '{"a":[1,2]}', '1:10 a A comma is missing before this.'],
  [
    '{"a": [{"b": 1} {"b": 2}]}',
    '{"a":[{"b":1},{"b":2}]}',
    '1:17 a A comma is missing before this.',
  ],
  [
    '{\n  // one\n  "a": 1, /* two */\n  "b": 2 # three\n}',
    '-',
    '2:3  JSON has no comments.',
    '3:11  JSON has no comments.',
    '4:10  A comma or "}" is expected here, and not "#".',
  ],
  [
    '{\n  // one\n  "a": 1, /* two */\n  "a": 2,\n}',
    '{"a":1}',
    '2:3  JSON has no comments.',
    '3:11  JSON has no comments.',
    '4:3 a The key "a" is there twice.',
    '4:9  There is a comma behind the last value.',
  ],
  [
    '{"a": {"b": 1, "c": 2, "b": 3}}',
    '{"a":{"b":1,"c":2}}',
    '1:24 a.b The key "b" is there twice.',
  ],
  [
    '{"a": 1, "a": 2, "a": 3}',
    '{"a":1}',
    '1:10 a The key "a" is there twice.',
    '1:18 a The key "a" is there twice.',
  ],
  [
    '{,"a": 1,, "b": 2,,}',
    '{"a":1,"b":2}',
    '1:2  There is a comma too many.',
    '1:10  There is a comma too many.',
    '1:19  There is a comma too many.',
  ],
  ['{a: 1}', '{"a":1}', '1:2 a The key a has no double quotes.'],
  [
    "{'a': 'b'}",
    '{"a":"b"}',
    "1:2 a The key 'a' has no double quotes.",
    '1:7 a "\'b\'" is no value of JSON.',
  ],
  [
    '{"a": True, "b": NULL, "c": undefined, "d": yes}',
    '{"a":true,"b":null,"c":null,"d":true}',
    '1:7 a "True" is no value of JSON.',
    '1:18 b "NULL" is no value of JSON.',
    '1:29 c "undefined" is no value of JSON.',
    '1:45 d "yes" is no value of JSON.',
  ],
  [
    '{"a": 01, "b": .5, "c": +1, "d": 1., "e": 0x1F}',
    '{"a":1,"b":0.5,"c":1,"d":1,"e":31}',
    '1:7 a "01" is no value of JSON.',
    '1:16 b ".5" is no value of JSON.',
    '1:25 c "+1" is no value of JSON.',
    '1:34 d "1." is no value of JSON.',
    '1:43 e "0x1F" is no value of JSON.',
  ],
  ['{"a": NaN}', '-', '1:7 a "NaN" is no value of JSON.'],
  ['{"a": tru}', '-', '1:7 a "tru" is no value of JSON.'],
  ['{"a": "\\.js\\u00e9"}', '{"a":"\\\\.jsé"}', '1:8 a JSON has no escape \\..'],
  ['{"a": "x\ty"}', '{"a":"x\\ty"}', '1:9 a A JSON string cannot contain a tab.'],
  ['{"a": "x}', '-', '1:7 a This text has no closing double quote.'],
  ['{"a": "x\n"}', '-', '1:7 a This text has no closing double quote.'],
  ['{"a": [1, 2}', '-', '1:12 a "}" closes nothing here: "]" is expected.'],
  ['{"a": {"b": 1}', '-', '1:15  The file ends before "}".'],
  ['{"a": 1}}', '-', '1:9  The document has ended, and "}" follows.'],
  ['{"a": }', '{"a":null}', '1:7 a A value is missing before "}".'],
  ['{"a":, "b": 1}', '{"a":null,"b":1}', '1:6 a A value is missing before ",".'],
  ['{"a" 1}', '-', '1:6 a A colon is missing behind the key "a".'],
  ['{"a" = 1}', '-', '1:6 a A colon is missing behind the key "a".'],
  ['{"a": 1; "b": 2}', '-', '1:8  A comma or "}" is expected here, and not ";".'],
  ['{"a": 1} {"b": 2}', '-', '1:10  The document has ended, and "{" follows.'],
  ['{"a": "x" "b"}', '-', '1:11  A comma or "}" is expected here, and not "b".'],
  [
    '{"key": "{{ git_branch | default(value="x") }}"}',
    '-',
    '1:41  A comma or "}" is expected here, and not "x".',
  ],
  ['{"a": 1e999}', '{"a":null}', '1:7 a This is not a finite number.'],
  [
    '{"a": 9007199254740992}',
    '{"a":9007199254740992}',
    '1:7 a This whole number is beyond 9007199254740991, and would not be kept exactly.',
  ],
  [
    '{"a": 9007199254740991, "b": -9007199254740991, "c": 1e15}',
    '{"a":9007199254740991,"b":-9007199254740991,"c":1000000000000000}',
  ],
  [
    '{"a":\u00a01}',
    '{"a":1}',
    '1:6 a There is a blank that JSON does not know, such as a space without a break.',
  ],
  ['{"a": 1} /* open', '-', '1:10  This comment has no end.'],
  ['{{ x }}', '-', '1:2  A key in double quotes is expected here, and not "{".'],
  ['{"a": {{ x }}}', '-', '1:8 a A key in double quotes is expected here, and not "{".'],
  ['hello', '-', '1:1  "hello" is no value of JSON.'],
  ['{"a": 12abc}', '-', '1:7 a "12abc" is no value of JSON.'],
  ['{"a": 1:2}', '-', '1:8  A comma or "}" is expected here, and not ":".'],
  ['[1,', '-', '1:4 [1] A value is missing before the end of the file.'],
  [
    '{"b":2,"a":{"x":[1,{"y":}]}}',
    '{"b":2,"a":{"x":[1,{"y":null}]}}',
    '1:25 a.x[1].y A value is missing before "}".',
  ],
];

describe('json', () => {
  it.each(TEXTS)('%j', async (text, ...expected) => {
    expect(asRead(text, await readDocument(text, 'json'))).toEqual(expected);
  });
});
