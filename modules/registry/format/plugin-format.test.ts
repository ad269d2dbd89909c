import { describe, expect, it } from '@jest/globals';
import { MemoryPluginFormat } from './plugin-format.js';

const format = new MemoryPluginFormat();
const file = (path: string, text: string) => ({
  path,
  executable: false,
  content: Buffer.from(text),
});

describe('the plugin format in memory', () => {
  it('finds links and anchors of a Markdown text', async () => {
    const text = '---\nname: x\n---\n# A title\n\n[forms](forms.md#one) `[no](link.md)`\n';
    expect(await format.outlineMarkdown(text)).toEqual({
      links: [{ target: 'forms.md#one', line: 6 }],
      anchors: new Set(['a-title']),
    });
  });

  it('reads a SKILL.md as it is written', async () => {
    const read = (text: string) =>
      format.readSkillText({ path: 'x/SKILL.md', content: Buffer.from(text) });
    const { values, body } = await read(
      '\ufeff---\r\nname: Any Name\r\nschemas: {a: 1}\r\n---\r\nDo it.\r\n',
    );
    expect([...values]).toEqual([
      ['name', 'Any Name'],
      ['schemas', { a: 1 }],
    ]);
    expect(body).toBe('Do it.\n');
    await expect(read('---\nname: [\n---\n')).rejects.toMatchObject({
      code: 'plugin_invalid',
      issues: [{ file: 'x/SKILL.md' }],
    });
  });

  it('says what is wrong with the schemas of a skill', async () => {
    const files = [file('skills/x/in.json', '{"type":"object"}'), file('other.json', '{}')];
    const problems = async (schemas: unknown) =>
      (await format.schemaProblems(schemas, { folder: 'skills/x', files })).map(
        ({ file: at, field }) => [at, field],
      );
    expect(await problems({ inputs: { $ref: './in.json' } })).toEqual([]);
    expect(await problems({ inputs: { $ref: '../../other.json' }, result: {} })).toEqual([
      ['skills/x/SKILL.md', 'schemas.inputs'],
      ['skills/x/SKILL.md', 'schemas.result'],
    ]);
  });

  it('reads again what it has packed, whether or not that is a plugin', async () => {
    const files = [file('SKILL.md', '# A skill'), file('a/b.txt', 'B')];
    const packed = await format.packFiles(files, './x');
    expect(await format.filesOfArchive(packed)).toEqual(files);
    await expect(format.readArchive(packed)).rejects.toMatchObject({ code: 'archive_manifest' });
    expect(await format.packFiles(files.toReversed(), './x')).toEqual(packed);
  });

  it('names what it leaves out, and ships what only configures version control', async () => {
    const manifest = JSON.stringify({ name: 'acme/x', version: '1.0.0', description: 'X.' });
    const files = [
      file('.svc-plugin/plugin.json', manifest),
      file('.svcignore', 'drafts/\n'),
      ...['.gitignore', '.gitattributes', '.gitmodules', '.github/skills/a.md'],
      ...['.git/config', 'sub/.git', 'docs/CLAUDE.md', 'AGENTS.md', '.env.local', 'keys/my.pem'],
      ...['a/node_modules/x/1.js', 'a/node_modules/y/2.js', 'drafts/one.md'],
    ].map((found) => (typeof found === 'string' ? file(found, 'x') : found));
    const contents = await format.readFiles(files, './x');
    expect(contents.files.map(({ path }) => path)).toEqual([
      '.gitattributes',
      '.github/skills/a.md',
      '.gitignore',
      '.gitmodules',
      '.svc-plugin/plugin.json',
      '.svcignore',
    ]);
    const never = 'files of this name never ship';
    const byDefault = 'files of this name ship only if .svcignore re-includes them with "!"';
    expect(contents.leftOut).toEqual([
      { what: 'docs/CLAUDE.md', why: never },
      { what: 'AGENTS.md', why: never },
      { what: '.env.local', why: byDefault },
      { what: 'keys/my.pem', why: byDefault },
      { what: 'a/node_modules/', why: byDefault },
      { what: 'drafts/one.md', why: '.svcignore leaves it out' },
    ]);
    const again = await format.readArchive(await format.pack(contents));
    expect(again.leftOut).toEqual([]);
    expect(again.files).toEqual(contents.files);
  });
});
