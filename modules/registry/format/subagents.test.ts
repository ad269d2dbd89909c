import { describe, expect, it } from '@jest/globals';
import { checkPlugin } from './check-plugin.js';
import { withRoles } from './file-roles.js';
import { checkReachability } from './reachability.js';
import { pluginFiles } from './testing/plugin-files.js';

const agent = (name: string): string => `---\nname: ${name}\ndescription: For ${name}.\n---\nDo.\n`;
const check = (agents: unknown, texts: Record<string, string> = {}, strict = true) =>
  checkPlugin({ files: pluginFiles(texts, { agents }), strict, advise: checkReachability });

describe('sub-agents', () => {
  const files = {
    'agents/a.md': agent('look'),
    'agents/b.md': '---\ndescription: B.\n---\nB.\n',
    'agents/deep/c.md': agent('c'),
    'agents/notes.txt': '[a](a.md)',
  };

  it('are the files of a folder, or a list, and nothing without the key', () => {
    const found = [
      { name: 'look', path: 'agents/a.md' },
      { name: 'b', path: 'agents/b.md' },
    ];
    expect(check('./agents/', files).contents?.subagents).toEqual(found);
    expect(check(['./agents/b.md', 'agents/a.md'], files).contents?.subagents).toEqual(
      found.toReversed(),
    );
    expect(checkPlugin({ files: pluginFiles(files) }).contents?.subagents).toEqual([]);
  });

  it('are instructions for agents, which nothing has to link to', () => {
    const { contents, warnings } = check(['agents/a.md'], { 'agents/a.md': agent('a') });
    expect(warnings).toEqual([]);
    expect(withRoles(contents?.files ?? [], contents)).toContainEqual(
      expect.objectContaining({ path: 'agents/a.md', role: 'instructions' }),
    );
  });

  it.each<[string, unknown, string]>([
    ['a file that is not there', ['gone.md'], 'does not exist'],
    ['another kind of file', ['agents/notes.txt'], 'ends in ".md"'],
    ['a folder that is not there', './none', 'does not exist'],
    ['a path out of the plugin', ['../a.md'], 'relative path'],
    ['something else', { a: 1 }, 'relative path'],
    ['two of one name', ['agents/a.md', 'agents/same.md'], 'exists twice'],
    ['no description', ['agents/bare.md'], 'no "description"'],
  ])('are refused when they are published: %s', (_what, agents, message) => {
    const texts = { ...files, 'agents/same.md': agent('look'), 'agents/bare.md': 'Bare.' };
    const { errors } = check(agents, texts);
    expect(errors).toEqual([
      expect.objectContaining({
        file: '.svc-plugin/plugin.json',
        field: expect.stringContaining('agents') as unknown,
        message: expect.stringContaining(message) as unknown,
      }),
    ]);
    // what is published already is read
    const lenient = check(agents, texts, false);
    expect(lenient.errors).toEqual([]);
    expect(lenient.warnings.map((warning) => warning.message).join()).toContain(message);
  });

  it('cannot be left out', () => {
    const { errors } = checkPlugin({
      files: pluginFiles({ '.svcignore': 'agents/' }, { agents: ['agents/a.md'] }),
      ignored: ['agents/'],
    });
    expect(errors).toEqual([expect.objectContaining({ file: '.svcignore' })]);
  });
});
