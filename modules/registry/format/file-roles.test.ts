import { describe, expect, it } from '@jest/globals';
import type { FileRole } from '../contract/file-roles.js';
import { withRoles } from './file-roles.js';

const file = (path: string, { content = '', executable = false } = {}) => ({
  path,
  mode: executable ? (0o755 as const) : (0o644 as const),
  content: Buffer.from(content),
});
const roleOf = (
  path: string,
  more: Parameters<typeof file>[1] = {},
  plugin?: Parameters<typeof withRoles>[1],
): FileRole => withRoles([file(path, more)], plugin)[0]!.role;

const declared = {
  rules: [{ name: 'style', path: 'tests/style.md' }],
  skills: [
    { name: 'pdf', description: 'PDF', path: 'fixtures/pdf' },
    { name: 'own', description: 'Own', path: '.' },
  ],
};

describe('roles of files', () => {
  it.each<[FileRole, string[]]>([
    [
      'instructions',
      ['.svc-plugin/plugin.json', 'tile.json', '.mcp.json', 'commands/git/amend.md', 'rules/a.md'],
    ],
    ['instructions', ['SKILL.md', 'skills/pdf/SKILL.md', 'tests/x/skill.md']],
    ['fixture', ['evals/1-a/task.md', 'tests/fixtures/run.sh', 'a/__snapshots__/x', 'test_data/x']],
    [
      'test',
      ['tests/run.sh', 'skills/pdf/spec/a.rb', 'src/a.test.ts', 'a/test_pdf.py', 'x_test.go'],
    ],
    ['script', ['docs/install.sh', 'skills/pdf/scripts/fill.PY', 'bin/tool.exe', 'a/Makefile']],
    ['documentation', ['README', 'skills/pdf/README.de.md', 'LICENSE-MIT', 'docs/a/logo.png']],
    [
      'reference',
      ['skills/pdf/forms.md', 'rules/more/a.md', 'package.json', 'latest.md', 'contest/a'],
    ],
    ['reference', ['api-spec.yaml', 'how-to-test.md', 'specs/api.md', 'a/references/security.md']],
  ])('%s: %j', (role, paths) => {
    expect(paths.map((path) => roleOf(path))).toEqual(paths.map(() => role));
  });

  it('find programs without an ending by their mode and their first line', () => {
    expect(roleOf('bin/check', { executable: true })).toBe('script');
    expect(roleOf('skills/pdf/fill', { content: '#!/bin/sh\n' })).toBe('script');
    expect(roleOf('skills/pdf/fill', { content: '# not one\n' })).toBe('reference');
    expect(roleOf('tests/check', { executable: true })).toBe('test');
  });

  it('follow what the plugin declares, not names, where that is known', () => {
    for (const path of ['tests/style.md', 'fixtures/pdf/SKILL.md', 'SKILL.md'])
      expect(roleOf(path, {}, declared)).toBe('instructions');
    expect(roleOf('fixtures/other/SKILL.md', {}, declared)).toBe('fixture');
    expect(roleOf('rules/a.md', {}, declared)).toBe('reference');
  });
});
