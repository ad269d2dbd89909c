import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TextFormat } from '../fields/shape.js';
import { formatProblem } from './formats.js';

const VALID: Readonly<Record<TextFormat, readonly string[]>> = {
  'linear-pattern': ['^/etc/.*$', ''],
  pattern: ['^(?!/health)'],
  target: ['pod/web', 'label/a=b', 'targetless'],
  'outgoing-address': ['', 'tcp://10.0.0.0/8:5432', 'db.internal', ':53'],
  'dns-address': ['db.internal', 'db.internal:53'],
  'json-path': [
    '$',
    '$.order.id',
    '$..*',
    "$['a']['b']",
    '$[0,1,-1]',
    '$[1:5:2]',
    '$[?@.price < 10 && !@.sold]',
    '$[?match(@.name, "a.*") || count(@.*) > 2]',
    '$.größe',
    "$.books[?(typeof(@.id) == 'number')]",
  ],
  'absolute-path': ['/', '/app/config', '/with space'],
  'socket-address': ['0.0.0.0:9000', '[::]:9000', '[fe80::1]:65535', '127.0.0.1:0'],
  'ip-address': ['10.0.0.1', 'fd00::1'],
};

const WRONG: readonly [TextFormat, string, string][] = [
  ['linear-pattern', '^(?!/health)', ''],
  ['linear-pattern', '(', ''],
  ['pattern', '[a', ''],
  ['target', 'web', 'write `pod/web`'],
  ['outgoing-address', 'http://db:80', ''],
  ['outgoing-address', '10.0.0.0/99', ''],
  ['dns-address', '', 'empty'],
  ['dns-address', '*.internal', ''],
  ['json-path', '', 'starts with `$`'],
  ['json-path', 'order.id', 'starts with `$`'],
  ['json-path', '$.', 'ends in the middle'],
  ['json-path', '$ ', 'ends in the middle'],
  ['json-path', '$[', 'unclosed bracketed selection at character 3'],
  ['json-path', '$.-a', "unexpected shorthand selector '-' at character 3"],
  ['json-path', '$[1 2]', "expected token 'comma', found 'index'"],
  ['json-path', '$[01]', 'leading zero'],
  ['json-path', '$[?@.a=1]', 'unexpected filter selector token'],
  ['json-path', '$[?@.a and @.b]', 'unexpected filter selector token'],
  ['json-path', '$[(@.length-1)]', 'unexpected token'],
  ['json-path', '$[?nothing(@.a)]', 'no such function'],
  ['json-path', '$[?length(@.a)]', 'must be compared'],
  ['json-path', `$[?${'('.repeat(4000)}@.a${')'.repeat(4000)}]`, ''],
  ['json-path', `$${'.a'.repeat(6000)}`, 'more than 10000 characters'],
  ['absolute-path', '', 'is empty'],
  ['absolute-path', 'app/config', 'write `/app/config`'],
  ['absolute-path', './app', 'write `/app`'],
  ['absolute-path', '~/app', 'from the root of the target'],
  ['absolute-path', 'C:\\app', 'from the root of the target'],
  ['socket-address', '9000', 'is no address with a port'],
  ['socket-address', 'localhost:9000', 'a host name is not allowed'],
  ['socket-address', '::1:9000', 'is no address with a port'],
  ['socket-address', '[10.0.0.1]:9000', 'is no address with a port'],
  ['socket-address', '0.0.0.0:65536', 'above 65535'],
  ['socket-address', '0.0.0.0:', 'is no address with a port'],
  ['ip-address', 'localhost', 'is no IP address'],
  ['ip-address', '10.0.0.0/8', 'is no IP address'],
];

const FORMATS = Object.keys(VALID) as TextFormat[];

describe('formats of texts', () => {
  it.each(FORMATS.flatMap((format) => VALID[format].map((text) => [format, text] as const)))(
    'takes as %s: %j',
    async (format, text) => {
      expect(await formatProblem(format, text)).toBeUndefined();
    },
  );

  it.each(WRONG)('refuses as %s: %j', async (format, text, clause) => {
    const problem = await formatProblem(format, text);
    expect(problem).toContain(clause);
    expect(problem).toMatch(/^[^A-Z].*[^.]$/su);
  });

  it.each(FORMATS)('answers for any text: %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(['string', 'undefined']).toContain(typeof (await formatProblem(format, text)));
      }),
    );
  });
});
