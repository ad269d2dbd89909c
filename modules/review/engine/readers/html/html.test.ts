import { expect, test } from '@jest/globals';
import type { Reading } from '../../facts.js';
import { reviewed } from '../../testing/reviewed.js';
import type { Unit } from '../../unit.js';
import { readHtml } from './html.js';

const unitOf = (text: string): Unit => ({
  file: 'page.html',
  role: 'reference',
  reached: true,
  language: 'html',
  text,
  line: 1,
  decoded: [],
  frames: [],
});
const read = (text: string) => readHtml(unitOf(text)) as Reading;
const proseOf = (text: string) =>
  read(text).prose.map(({ text: words, hidden }) => (hidden ? `(${words})` : words));

test('what a page shows and what it hides', () => {
  expect(
    proseOf(`<html><head><style>.gone { display: none }</style></head><body>
      <h1>Title &amp; more</h1><p>Some <b>bold</b> text<br>and more</p>
      <!-- a comment --><div style="display:none">a <i>hidden</i> order</div>
      <span class="gone">styled away</span><div hidden>also</div><p>Seen again</p></body></html>`),
  ).toEqual([
    'Title & more',
    'Some bold text',
    'and more',
    '(a comment)',
    '(a hidden order)',
    '(styled away)',
    '(also)',
    'Seen again',
  ]);
});

test('programs of a page are units on their lines', () => {
  const { units } = read(`<p onclick="run('a>b')">x</p>
<script>
if (a < b) go("</p>");
</script>
<a href="javascript:alert(1)">y</a>
<script type="application/json">{"a": 1}</script>
<pre><code class="language-bash">curl -s x &amp;&amp; y</code></pre>`);
  expect(units.map(({ language, text, line }) => [language, text.trim(), line])).toEqual([
    ['javascript', "run('a>b')", 1],
    ['javascript', 'if (a < b) go("</p>");', 2],
    ['javascript', 'alert(1)', 5],
    ['json', '{"a": 1}', 6],
    ['shell', 'curl -s x && y', 7],
  ]);
});

test('links, images, frames and redirections', () => {
  const { links } = read(
    `<a href="https://a.example/x">a</a><img src=b.png alt=b><iframe src='https://c.example'></iframe>
     <meta http-equiv="refresh" content="0; url=https://d.example/y">`,
  );
  expect(links.map(({ url, image }) => [url, image])).toEqual([
    ['https://a.example/x', false],
    ['b.png', true],
    ['https://c.example', false],
    ['https://d.example/y', false],
  ]);
});

test('documents of office programs are paragraphs', () => {
  expect(
    proseOf(
      '<w:p><w:r><w:t>Ignore </w:t></w:r><w:r><w:t>this</w:t></w:r></w:p><w:p><w:t>Next</w:t></w:p>',
    ),
  ).toEqual(['Ignore this', 'Next']);
});

test('a picture with a program is found, one without is not', async () => {
  const svg = (inner: string) => ({
    'a.svg': `<svg xmlns="http://www.w3.org/2000/svg">${inner}<path d="M0 0"/></svg>\n`,
  });
  expect(await reviewed(svg('<title>Logo</title>'))).toEqual([]);
  expect(await reviewed(svg('<script>go()</script>'))).toContain('HIGH opaque-content/svg-program');
  expect(await reviewed(svg('<g onload="go()"/>'))).toContain('HIGH opaque-content/svg-program');
});

test('what is malformed is read as far as it goes', () => {
  expect(proseOf('a < b and <b>c</i> <"')).toEqual(['a < b and c <"']);
  expect(proseOf('<p title="open>text')).toEqual(['text']);
  expect(proseOf('<!-- never closed')).toEqual(['(never closed)']);
});

test.each(['<a "', '<div>', '</p>', '<!--', '<a b="', '<script>', '=\'">'])(
  'many of %s are read in one pass',
  (piece) => {
    expect(read(piece.repeat(100_000)).facts).toEqual([]);
  },
);
