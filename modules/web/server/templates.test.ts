import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'tinyglobby';
import { markupOf } from './markup.js';
import { Templates } from './templates.js';

const MODULES = join(import.meta.dirname, '..', '..');
const templates = new Templates();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-templates-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let count = 0;
function render(source: string, more: object = {}): string {
  const path = join(folder, `${(count += 1)}.njk`);
  writeFileSync(path, source);
  const data = {
    text: '<i>',
    turned: '\u202e<i>',
    marked: '\u061c\u200e\u200f\u2028\u2029',
    markup: markupOf('<b>'),
    list: ['<i>', markupOf('<b>')],
    ...more,
  };
  return templates.render(pathToFileURL(path), data);
}

describe('markup', () => {
  it.each([
    ['{{ markup }}', '<b>'],
    ['{{ text }}', '&lt;i&gt;'],
    ['{{ markup ~ text }}', '&lt;b&gt;&lt;i&gt;'],
    ['{{ markup + text }}', '&lt;b&gt;&lt;i&gt;'],
    ['{{ list | join }}', '&lt;i&gt;&lt;b&gt;'],
    ['{{ list }}', '&lt;i&gt;,&lt;b&gt;'],
    ['{{ markup if markup else text }}', '<b>'],
    ['{{ text | upper }}', '&lt;I&gt;'],
    ['{{ text | e }}', '&lt;i&gt;'],
    ['{{ turned | visible }}', '&#92;u202e&lt;i&gt;'],
    ['{{ marked | visible }}', '&#92;u061c&#92;u200e&#92;u200f&#92;u2028&#92;u2029'],
    ['{{ 7 | visible }}', '7'],
    [
      '{% macro m(x) %}<p>{{ x }}</p>{% endmacro %}{{ m(text) }}{{ m(markup) }}',
      '<p>&lt;i&gt;</p><p><b></p>',
    ],
  ])('prints %s as %s', (source, text) => {
    expect(render(source)).toBe(text);
  });

  it.each([
    '{{ text | safe }}',
    '{{ markup | safe }}',
    '{{ markup | replace("b", text) }}',
    '{{ markup | truncate(1, true, text) }}',
    '{{ text | e | replace("i", text) }}',
    '{{ text | default(markup) }}',
    '{% filter safe %}{{ text }}{% endfilter %}',
    '{% macro m(x) %}<p>{{ x }}</p>{% endmacro %}{{ m(text) | replace("i", text) }}',
  ])('takes no filter: %s', (source) => {
    expect(() => render(source)).toThrow('markup is printed as it is');
  });

  it('is made by nothing but Markdown and the highlighter', () => {
    const sources = globSync('**/*.ts', { cwd: MODULES, ignore: '**/*.test.ts' });
    const making = sources.filter((path) =>
      /SafeString|markSafe|markupOf/.test(readFileSync(join(MODULES, path), 'utf8')),
    );
    expect(making.sort()).toEqual([
      'web/server/highlight/text-highlighter.ts',
      'web/server/markdown/markdown-renderer.ts',
      'web/server/markup.ts',
      // a view within a page, rendered as pages are
      'web/server/templates.ts',
    ]);
  });
});

it('fields for passwords are called so: what is entered into others is kept when a session ends', () => {
  const fields = globSync('**/*.njk', { cwd: MODULES }).flatMap((path) => [
    ...readFileSync(join(MODULES, path), 'utf8').matchAll(/field\("(\w+)"[^)]*type="password"/g),
  ]);
  expect(fields.length).toBeGreaterThan(5);
  for (const [, name] of fields) expect(name).toMatch(/password/i);
});

it.each([
  ['Use `a <b>` here', 'Use <code>a &lt;b&gt;</code> here'],
  [
    '<script>`</code><img onerror=x>`</script>',
    '&lt;script&gt;<code>&lt;/code&gt;&lt;img onerror=x&gt;</code>&lt;/script&gt;',
  ],
  ['`<i>', '`&lt;i&gt;'],
  ['`` `x` ``', '`` <code>x</code> ``'],
  ['**x** [y](javascript:z) `\u202ex`', '**x** [y](javascript:z) <code>&#92;u202ex</code>'],
  ['&lt;i&gt; `&lt;`', '&amp;lt;i&amp;gt; <code>&amp;lt;</code>'],
])('a text of a review, %j, has code and nothing else', (text, html) => {
  const source = '{% from "web/macros.njk" import prose with context %}{{ prose(text) }}';
  expect(render(source, { text, page: {} })).toBe(html);
});

describe('a select', () => {
  const shown = (form: string) =>
    render(
      `{% from "web/macros.njk" import select with context %}{{ select("days", "Days", [["", "None"], ["7", "A week"]], value="7") }}`,
      { page: { form: new URLSearchParams(form), problem: undefined } },
    );
  const chosen = (html: string) => /<option value="(\w*)" selected>/.exec(html)?.[1];

  it.each([
    ['nothing was sent', '', '7'],
    ['another form was sent', 'email=ann', '7'],
    ['the empty choice was sent', 'days=', ''],
  ])('shows what stands when %s', (_, form, expected) => {
    expect(chosen(shown(form))).toBe(expected);
  });
});
