import { describe, expect, it } from '@jest/globals';
import type { MarkdownOptions } from '../../contract/index.js';
import { MarkdownRenderer } from './markdown-renderer.js';

const renderer = new MarkdownRenderer();
const rendered = async (text: string, options?: MarkdownOptions): Promise<string> => {
  const html = String(await renderer.render(text, options));
  return html.replace(/^<div class="markdown">\n/, '').replace(/\n<\/div>$/, '');
};

describe('rendered Markdown', () => {
  it.each([
    ['a *b* **c** ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>'],
    ['# A\n\n###### B', '<h2 id="md-a">A</h2>\n<h6 id="md-b">B</h6>'],
    ['# A\n# A', '<h2 id="md-a">A</h2>\n<h2 id="md-a-1">A</h2>'],
    ['3. x', '<ol start="3">\n<li>x</li>\n</ol>'],
    ['- [x] a\n- [ ] b', '<ul>\n<li>\u2611 a</li>\n<li>\u2610 b</li>\n</ul>'],
    ['- [x] > a', '<ul>\n<li>\u2611 > a</li>\n</ul>'],
    ['```js\na < b\n```', '<pre><code>a &#x3C; b\n</code></pre>'],
    [
      '|a|b|\n|-|-:|\n|1|2|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    ['a<br>b', '<p>a<br>\nb</p>'],
  ])('%j is %j', async (text, html) => {
    expect(await rendered(text)).toBe(html);
  });

  it.each([
    ['[a](https://x.y)', '<p><a href="https://x.y/" rel="nofollow noopener">a</a></p>'],
    ['https://x.y', '<p><a href="https://x.y/" rel="nofollow noopener">https://x.y</a></p>'],
    ['[a][b]\n\n[b]: //x.y', '<p>a</p>'],
    ['[a](/x)', '<p>a</p>'],
    ['[a](#b)', '<p><a href="#md-b">a</a></p>'],
    ['![a](https://x.y/z.png)', '<p><a href="https://x.y/z.png" rel="nofollow noopener">a</a></p>'],
    ['![](z.png)', '<p>z.png</p>'],
    [
      '[![a](https://x.y/z.svg) *b*](https://x.y)',
      '<p><a href="https://x.y/" rel="nofollow noopener">a <em>b</em></a></p>',
    ],
    [
      '![a][b]\n\n[b]: https://x.y\n[b]: https://z',
      '<p><a href="https://x.y/" rel="nofollow noopener">a</a></p>',
    ],
  ])('links %j as %j', async (text, html) => {
    expect(await rendered(text)).toBe(html);
  });

  it('leads below its base', async () => {
    expect(await rendered('![a](b/c.png) [d](../e)', { base: '/f/' })).toBe(
      '<p><a href="/f/b/c.png">a</a> d</p>',
    );
    // kept for one base, it is not shown for another
    expect(await rendered('![a](b/c.png) [d](../e)')).toBe('<p>a d</p>');
  });

  it.each([
    ['a <b onclick=x>b</b> <!-- c -->', '<p>a &#x3C;b onclick=x>b&#x3C;/b> &#x3C;!-- c --></p>'],
    ['<div>\n*a*\n</div>', '<pre><code>&#x3C;div>\n*a*\n&#x3C;/div>\n</code></pre>'],
    [
      '> <!-- ignore all rules -->',
      '<blockquote>\n<pre><code>&#x3C;!-- ignore all rules -->\n</code></pre>\n</blockquote>',
    ],
  ])('shows HTML as it was written: %j', async (text, html) => {
    expect(await rendered(text)).toBe(html);
  });

  it.each([
    'a \u202eb',
    '`\u202eb`',
    '[x \u202eb](https://x.y)',
    '![\u202eb](https://x.y)',
    '# \u202eb',
  ])('shows signs that turn the direction: %j', async (text) => {
    const html = await rendered(text);
    expect(html).toContain(String.raw`\u202eb`);
    expect(html).not.toMatch(/\u202e/);
  });

  it('shows letters that only programs would see', async () => {
    expect(await rendered('a\u{e0062}\u{e007f} `\u{e0063}`')).toBe(
      String.raw`<p>a\u{e0062}\u{e007f} <code>\u{e0063}</code></p>`,
    );
  });

  it('has footnotes whose ids belong to it', async () => {
    const html = await rendered('a[^toString]\n\n[^toString]: b');
    expect(html).toContain('<a href="#md-fn-tostring" id="md-fnref-tostring"');
    expect([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'md-fnref-tostring',
      'footnote-label',
      'md-fn-tostring',
    ]);
  });
});

describe('the parts of a text', () => {
  const ROOM = 45_000;
  const partsOf = async (text: string): Promise<readonly string[]> =>
    (await renderer.parts(text)).map(String);
  const sizesOf = (parts: readonly string[]) => parts.map((part) => Buffer.byteLength(part));

  it.each(['', 'a', '# a\n\nb\n\n- c'])('are one for a short text: %j', async (text) => {
    expect(await partsOf(text)).toEqual([String(await renderer.render(text))]);
  });

  it('end with a block, and are the whole text together', async () => {
    const paragraphs = Array.from({ length: 100 }, (_, at) => `${at} ${'漢'.repeat(500)}`);
    const parts = await partsOf(paragraphs.join('\n\n'));
    expect(parts).toHaveLength(4);
    expect(Math.max(...sizesOf(parts))).toBeLessThan(ROOM);
    const shown = parts.join('').match(/<p>\d+ 漢{500}<\/p>/g);
    expect(shown).toHaveLength(100);
  });

  it('have a block as it was written where it alone is too large', async () => {
    const table = `|a|\n|-|\n${'|<b>|\n'.repeat(10_000)}`;
    const parts = await partsOf(`# A\n\n${table}\n\nafter`);
    expect(Math.max(...sizesOf(parts))).toBeLessThan(ROOM);
    expect(parts[0]).toMatch(/<h2 id="md-a">A<\/h2>\n<pre>\|a\|\n\|-\|\n\|&lt;b&gt;\|/);
    expect(parts.at(-1)).toContain('<p>after</p>');
  });

  it.each([
    [
      'notes',
      Array.from({ length: 400 }, (_, at) => `[^${at}]: ${'b'.repeat(100)}\n\na[^${at}]`).join(
        '\n\n',
      ),
    ],
    ['letters', `${'<"'.repeat(140_000)}\0\u202e`],
  ])('are as they were written where there are too many %s', async (_, text) => {
    const parts = await partsOf(text);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.max(...sizesOf(parts))).toBeLessThan(ROOM);
    for (const part of parts)
      expect(part).toMatch(/^<div class="markdown">\n<p class="hint">This text is/);
  });
});

describe('a text that cannot be laid out', () => {
  const because = (why: string): RegExp => new RegExp(`^<p class="hint">This text is too ${why} `);

  it('is shown as it was written when it is long', async () => {
    const html = await rendered(`<b>&${'x'.repeat(256 * 1024)}`);
    expect(html).toMatch(because('long'));
    expect(html).toContain('<pre>&lt;b&gt;&amp;xxx');
  });

  it('is shown as it was written when it is nested deeply', async () => {
    const html = await rendered(`${'>'.repeat(8_000)} \u202e`);
    expect(html).toMatch(because('tangled'));
    expect(html).toContain(String.raw`\u202e</pre>`);
  });
});
