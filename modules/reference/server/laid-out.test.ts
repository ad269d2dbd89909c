import { describe, expect, it } from '@jest/globals';
import { layOutDocument } from './laid-out.js';

const laidOut = (text: string) =>
  layOutDocument(text, (target) => (target === 'b.md' ? '/docs/b' : undefined));
const textOf = async (text: string): Promise<string> =>
  (await laidOut(`# T\n\n${text}`)).text.trim();

describe('a document for a page', () => {
  it('has its title and its sections apart, each heading one level higher', async () => {
    expect(await laidOut('# The `x`\n\nText.\n\n## A b\n\n### C\n\n## A b\n')).toEqual({
      title: 'The x',
      text: '\n\nText.\n\n# A b\n\n## C\n\n# A b\n',
      sections: [
        { id: 'md-a-b', title: 'A b', depth: 2 },
        { id: 'md-c', title: 'C', depth: 3 },
        { id: 'md-a-b-1', title: 'A b', depth: 2 },
      ],
    });
  });

  it('has chapters, none of which begins within code', async () => {
    const text = '# T\n\na\n\n## B\n\n```md\n## no chapter\n[b](b.md)\n```\n\n## B\n\n[b](b.md)\n';
    expect(await laidOut(text)).toEqual({
      title: 'T',
      text: '\n\na\n\n# B\n\n```md\n## no chapter\n[b](b.md)\n```\n\n# B\n\n[b](/docs/b)\n',
      sections: [
        { id: 'md-b', title: 'B', depth: 2 },
        { id: 'md-b-1', title: 'B', depth: 2 },
      ],
    });
  });

  it.each([
    ['[b](b.md)', '[b](/docs/b)'],
    ['[`b`](b.md "Title") and [b](b.md#a-part)', '[`b`](/docs/b) and [b](/docs/b#md-a-part)'],
    ['|a|\n|-|\n|[b](b.md)|', '|a|\n|-|\n|[b](/docs/b)|'],
    ['[c](../c.ts)', '[c]()'],
    ['[c](c.md#b)', '[c]()'],
    ['[d](#d) [e](https://example.com/b.md) [f](mailto:f@example.com)', undefined],
    ['`[b](b.md)`', undefined],
    ['<!-- note -->\n\na', 'a'],
    ['```\n[b](b.md)\n## no heading\n```', undefined],
  ])('turns %j into %j', async (text, expected = text) => {
    expect(await textOf(text)).toBe(expected);
  });
});
