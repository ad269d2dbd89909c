import { describe, expect, it } from '@jest/globals';
import { TextHighlighter } from './text-highlighter.js';

const highlighter = new TextHighlighter();
const linesOf = async (text: string, file = 'a.js') =>
  (await highlighter.lines(text, file)).map(String);

describe('the lines of a file', () => {
  it.each([
    ['const a = 1;', 'a.js', ['<span class="k">const</span> a = <span class="n">1</span>;']],
    ['/* a\nb */', 'a.ts', ['<span class="c">/* a</span>', '<span class="c">b */</span>']],
    ['a: b', 'x/A.YML', ['<span class="a">a:</span> <span class="s">b</span>']],
    [
      '---\na: b\n---\n# C',
      'a.md',
      [
        '<span class="c">---</span>',
        '<span class="a">a:</span> <span class="s">b</span>',
        '<span class="c">---</span>',
        '<span class="t"># C</span>',
      ],
    ],
    ['const a = 1;', 'notes', ['const a = 1;']],
    ['const a = 1;', 'notes.constructor', ['const a = 1;']],
    ['a\r\n\r\nb\n', 'a.txt', ['a', '', 'b']],
    ['', 'a.js', ['']],
  ])('of %j in %s are %j', async (text, file, lines) => {
    expect(await linesOf(text, file)).toEqual(lines);
  });

  it.each(['a.html', 'a.svg', 'a.md', 'a.js', 'a.json', 'a.css', 'a.yaml', 'a.txt', 'a.php'])(
    'hold nothing of a hostile text but its letters: %s',
    async (file) => {
      const text =
        '<img src=x onerror="alert(1)"> </span></pre><script>alert(1)</script>\n`</code><b>` &lt;i&gt; \u202e';
      const html = (await linesOf(text, file)).join('\n');
      const bare = html.replace(/<\/?span(?: class="[a-z]")?>/g, '');
      expect(bare).not.toMatch(/[<>\u202e]/);
      expect(bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
        text.replace('\u202e', '\\u202e'),
      );
    },
  );

  it('are cut where they are long, and have no colours where the text is', async () => {
    const [line = '', next] = await linesOf(`"${'a'.repeat(1_000_000)}"\n1`);
    expect(line).toMatch(/a<\/span><em>… and 998002 more characters<\/em>$/);
    expect(line.length).toBeLessThan(2200);
    expect(next).toBeDefined();
    const many = await linesOf('const a = 1;\n'.repeat(30_000));
    expect(many).toHaveLength(30_000);
    expect(many[0]).toBe('const a = 1;');
  });
});
