import { describe, expect, it } from '@jest/globals';
import type { Format } from '../document/document.js';
import { formatOf } from './format.js';

describe('formatOf', () => {
  it.each([
    ['lnk.json', 'json'],
    ['.lnk/lnk.toml', 'toml'],
    ['a.yaml', 'yaml'],
    ['a.b.yml', 'yaml'],
    ['A.JSON', 'json'],
  ])('goes by the extension of %s', (name, format) => {
    expect(formatOf(name, 'a = 1')).toBe(format);
  });

  it.each(['lnk.ini', 'lnk.json5', 'lnk.jsonc', 'lnk.txt'])('refuses %s', (name) => {
    expect(() => formatOf(name, '{}')).toThrow(
      expect.objectContaining({
        code: 'config_format_unknown',
        exit: 3,
        message: expect.stringContaining(`has the extension .${name.slice(4)},`),
        hint: expect.stringContaining('json, toml, yaml or yml'),
      }),
    );
  });

  const TEXTS: readonly (readonly [string, Format])[] = [
    ['', 'json'],
    ['  \n', 'json'],
    ['{}', 'json'],
    ['\n {"a": 1}', 'json'],
    ['{a: 1}', 'json'],
    ['null', 'json'],
    ['[1, 2]', 'json'],
    ['// c\n{}', 'json'],
    ['{% set x = 1 %}\n{# a: 1 #}\n{"a": {{ x }}}', 'json'],
    ['key = "x"', 'toml'],
    ['# a: 1\nkey = "x"', 'toml'],
    ['[feature.fs]\nmode = "read"', 'toml'],
    ['[[a]] # c\nb = 1', 'toml'],
    ['feature.fs.mode = "read"', 'toml'],
    ['"a b" = 1', 'toml'],
    ['a = "x: y"', 'toml'],
    ['{% if a %}\nb = 1\n{% endif %}', 'toml'],
    ['{{ name }} = 1', 'toml'],
    ['key: x', 'yaml'],
    ['# a = 1\nkey: x', 'yaml'],
    ['key:\n  - 1', 'yaml'],
    ['key: "a = b"', 'yaml'],
    ['"key": 1', 'yaml'],
    ['---\n{}', 'yaml'],
    ['- a', 'yaml'],
    ['{# c #}\n{% for x in [1] %}\na{{ x }}: 1\n{% endfor %}', 'yaml'],
    ["{{ 'a: 1' }}\nb: 1", 'json'],
    ["key: {{ get_env(name='X', default='a = b') }}", 'yaml'],
    ['a: {{ x', 'yaml'],
  ];
  it.each(TEXTS)('tells %j by its content', (text, format) => {
    for (const name of ['lnk', '.lnk/lnk', '.lnk', 'standard input', 'lnk.'])
      expect(formatOf(name, text)).toBe(format);
  });

  it('looks at a long text of open templates once', () => {
    for (const opening of ['{{', '{%', '{#', '{{ {% {# '])
      expect(formatOf('lnk', opening.repeat(20_000))).toBe('json');
  });
});
