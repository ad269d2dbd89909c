import { lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InstallHandler } from '../handlers/install.js';
import { UninstallHandler } from '../handlers/uninstall.js';
import { snapshot } from '../testing/snapshot.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { ruleFileText } from './rule-files.js';

let project: TestProject;
let source: string;
beforeEach(async () => {
  project = await TestProject.create();
  source = await project.plugin('own', { name: 'acme/tools', rules: ['style'] });
});
afterEach(() => project.drop());

const install = (...agent: string[]) => project.install([source], { agent });
/** What a person does in svc.json, followed by `svc install`. */
const choose = async (...agents: string[]) => {
  await project.write('svc.json', JSON.stringify({ ...(await project.json('svc.json')), agents }));
  await project.install([]);
};
const warnings = () => project.context.warnings.filter((text) => !text.includes('PATH')).join('\n');

describe('references to the rules', () => {
  it.each([
    ['with a heading', '# Ours\n\nBe kind.\n'],
    ['without a heading', 'Be kind.\n'],
    ['without a final line end', '# Ours\n\nBe kind.'],
    ['with the line ends of Windows', '# Ours\r\n\r\nBe kind.\r\n'],
    ['with nothing in it', ''],
    ['with a byte order mark', '\uFEFF# Ours\n'],
  ])('are added to a file %s once, and taken out byte for byte', async (_what, text) => {
    await project.write('GEMINI.md', text);
    await install('gemini');
    await project.install([]);
    const now = await project.read('GEMINI.md');
    expect(now.startsWith(text)).toBe(true);
    expect(now.match(/@\.svc\/RULES\.md/g)).toHaveLength(1);
    expect(/(?<!\r)\n/.test(now)).toBe(!text.includes('\r'));
    await choose('agents');
    expect(await project.read('GEMINI.md')).toBe(text);
  });

  it('make a file that is missing where the agent needs one, and take it away again', async () => {
    await install('claude-code', 'gemini');
    expect(await project.read('GEMINI.md')).toBe('@.svc/RULES.md\n');
    expect((await project.state())['AGENTS.md']).toBeUndefined();
    await choose('agents');
    const state = await project.state();
    expect([state['CLAUDE.md'], state['GEMINI.md']]).toEqual([undefined, undefined]);
  });

  it('leave with the last agent', async () => {
    await project.write('AGENTS.md', 'Ours.\n');
    await install('codex');
    await choose();
    expect(await project.read('AGENTS.md')).toBe('Ours.\n');
  });

  it('keep what a person added to a file that was made', async () => {
    await install('claude-code');
    await project.write('CLAUDE.md', `${await project.read('CLAUDE.md')}\nMy own words.\n`);
    await choose('agents');
    expect(await project.read('CLAUDE.md')).toBe('\nMy own words.\n');
  });

  it('keep a reference that a person edited', async () => {
    await project.write('GEMINI.md', 'Ours.\n');
    await install('gemini');
    const edited = (await project.read('GEMINI.md')).replace('Agent Rules', 'House rules');
    await project.write('GEMINI.md', edited);
    await choose('agents');
    expect(await project.read('GEMINI.md')).toBe(edited);
    expect(warnings()).toBe(
      'GEMINI.md was changed by hand where it points at the rules; it is left as it is.',
    );
  });

  it('are found again after git changed the line ends', async () => {
    await project.write('GEMINI.md', 'Ours.\n');
    await install('gemini');
    await project.write('GEMINI.md', (await project.read('GEMINI.md')).replaceAll('\n', '\r\n'));
    await project.install([]);
    expect((await project.read('GEMINI.md')).match(/RULES\.md\)/g)).toHaveLength(1);
    await choose('agents');
    expect(await project.read('GEMINI.md')).toBe('Ours.\r\n');
  });

  it('are written through a link inside the project, once, and taken out when the link is gone', async () => {
    await project.write('docs/agents.md', 'Ours.\n');
    await symlink('docs/agents.md', join(project.root, 'AGENTS.md'));
    await symlink('AGENTS.md', join(project.root, 'CLAUDE.md'));
    await install('claude-code', 'codex');
    expect((await project.read('docs/agents.md')).match(/@\.svc\/RULES\.md/g)).toHaveLength(1);
    expect((await lstat(join(project.root, 'CLAUDE.md'))).isSymbolicLink()).toBe(true);
    await rm(join(project.root, 'AGENTS.md'));
    await rm(join(project.root, 'CLAUDE.md'));
    await choose();
    expect(await project.read('docs/agents.md')).toBe('Ours.\n');
  });

  it('keep identical files identical', async () => {
    for (const file of ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'])
      await project.write(file, '# Same\n');
    await install('claude-code', 'gemini');
    const [agents, claude, gemini] = await Promise.all(
      ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'].map((file) => project.read(file)),
    );
    expect([claude, gemini]).toEqual([agents, agents]);
  });

  it('are not repeated in a file that imports one with them', async () => {
    await project.write('AGENTS.md', '# Ours\n');
    await project.write('CLAUDE.md', '@AGENTS.md\n');
    await install('claude-code');
    expect(await project.read('CLAUDE.md')).toBe('@AGENTS.md\n');
  });

  it('leave a file alone that leads out of the project, and say so', async () => {
    const outside = join(project.base, 'everybody.md');
    await writeFile(outside, 'Theirs.\n');
    await symlink(outside, join(project.root, 'AGENTS.md'));
    await install('codex', 'claude-code');
    expect(warnings()).toMatch(
      /^Refused to write AGENTS\.md: .*outside .*\/repo\. The rules are not mentioned there\.$/,
    );
    expect(await project.read('AGENTS.md')).toBe('Theirs.\n');
    expect(await project.read('CLAUDE.md')).toBe('@.svc/RULES.md\n');
  });
});

describe('with the last plugin', () => {
  const instructions = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.gitignore'];
  const agents = ['claude-code', 'gemini', 'codex'];
  const kept = async (root: string) =>
    Object.fromEntries(
      Object.entries(await snapshot(root)).filter(([path]) =>
        instructions.some((name) => path.endsWith(name)),
      ),
    );
  const contents = [
    ['with line ends', '# Ours\n\nBe kind.\n'],
    ['with the line ends of Windows', 'Be kind.\r\n'],
    ['without a final line end', 'Be kind.'],
    ['without a final line end, of Windows', '# Ours\r\nBe kind.'],
    ['that are empty', ''],
    ['that are not there', undefined],
  ] as const;
  const fill = async (folder: string, text: string | undefined) => {
    for (const name of text === undefined ? [] : instructions)
      await project.write(join(folder, name), text ?? '');
  };

  it.each(contents)(
    'instruction files %s and .gitignore have their bytes again',
    async (_what, text) => {
      await fill('', text);
      await project.write('svc.json', '{ "mode": "managed" }\n');
      const before = await kept(project.root);
      await install(...agents);
      expect(await kept(project.root)).not.toEqual(before);
      await project.uninstall('acme/tools');
      // `.svc/.gitignore` is no person's
      expect(await kept(project.root)).toEqual({ ...before, '.svc/.gitignore': expect.anything() });
      expect((await project.install([])).written).toEqual([]);
    },
  );

  it.each(contents)(
    'of a nested project, its own files %s have their bytes again',
    async (_what, text) => {
      await install(...agents);
      const outer = await project.state();
      const inner = join(project.root, 'packages/inner');
      await fill('packages/inner', text);
      await mkdir(inner, { recursive: true });
      const before = await kept(inner);
      await writeFile(join(inner, 'svc.json'), '{}\n');
      const nested = testContext(inner, { env: project.context.env });
      await new InstallHandler(project.tools).run({ source: [source], agent: agents }, nested);
      expect(await kept(inner)).not.toEqual(before);
      await new UninstallHandler(project.tools).run({ plugin: 'acme/tools' }, nested);
      expect(await kept(inner)).toEqual({ ...before, '.svc/.gitignore': expect.anything() });
      expect(await project.state()).toMatchObject(outer);
    },
  );

  it.each(contents)('the files of the user %s have their bytes again', async (_what, text) => {
    const files = ['.claude/CLAUDE.md', '.gemini/GEMINI.md', '.codex/AGENTS.md'];
    for (const file of files) await mkdir(dirname(join(project.home, file)), { recursive: true });
    for (const file of text === undefined ? [] : files)
      await writeFile(join(project.home, file), text ?? '');
    const before = await kept(project.home);
    await project.install([source], { agent: agents, global: true });
    expect(Object.keys(await kept(project.home))).toEqual(expect.arrayContaining(files));
    expect(await kept(project.home)).not.toEqual(before);
    await project.uninstall('acme/tools', { global: true });
    expect(await kept(project.home)).toEqual(before);
  });

  it('go those that choosing the agents has brought', async () => {
    await project.write('AGENTS.md', 'Ours.\n');
    await project.init({ agent: agents });
    expect(Object.keys(await kept(project.root))).toEqual(
      expect.arrayContaining(['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']),
    );
    await project.install([source]);
    await project.uninstall('acme/tools');
    expect(await kept(project.root)).toEqual({
      'AGENTS.md': '644 Ours.\n',
      '.svc/.gitignore': expect.anything(),
    });
  });

  it('what a person wrote behind ours stays on a line of its own', async () => {
    await project.write('AGENTS.md', 'Ours.');
    await install('codex');
    await project.write('AGENTS.md', `${await project.read('AGENTS.md')}More.\n`);
    await project.uninstall('acme/tools');
    expect(await project.read('AGENTS.md')).toBe('Ours.\nMore.\n');
  });
});

describe('rule files', () => {
  const file = '.cursor/rules/svc__rule__acme__tools__style.mdc';

  it('hold each rule, follow it, and go with it', async () => {
    await install('cursor');
    expect(await project.read(file)).toBe('---\nalwaysApply: true\n---\n\n# style of 1.0.0\n');
    expect((await project.install([])).written).toEqual([]);
    await project.plugin('own', { name: 'acme/tools', version: '1.1.0', rules: ['style', 'tone'] });
    await project.install([source]);
    expect(await project.read(file)).toContain('# style of 1.1.0');
    await project.uninstall('acme/tools');
    expect(
      Object.keys(await project.state()).filter((path) => path.startsWith('.cursor/rules')),
    ).toEqual([]);
  });

  it('that a person edited stay, with a warning', async () => {
    await install('cursor');
    await project.write(file, 'Mine.\n');
    await project.plugin('own', { name: 'acme/tools', version: '1.1.0', rules: ['style'] });
    await project.install([source]);
    expect(warnings()).toBe(`${file} was written or changed by hand; it is left as it is.`);
    await project.uninstall('acme/tools');
    expect(await project.read(file)).toBe('Mine.\n');
    expect(warnings()).toBe(`${file} was changed by hand; it is left as it is.`);
  });

  it('of a person are never replaced', async () => {
    await project.write(file, 'Mine.\n');
    await install('cursor');
    await project.uninstall('acme/tools');
    expect(await project.read(file)).toBe('Mine.\n');
  });

  it('are kept out of git where plugins are managed', async () => {
    await mkdir(join(project.root, '.svc'), { recursive: true });
    await project.write('svc.json', '{"mode": "managed"}');
    await install('cursor');
    expect(await project.read('.gitignore')).toContain(`/${file}\n`);
  });

  it.each([
    ['no front matter', '# Rule\r\n', '---\r\nalwaysApply: true\r\n---\r\n\r\n# Rule\r\n'],
    [
      'keys of its own',
      '---\nglobs: "*.ts"\ndescription: x\n---\nText',
      '---\nglobs: "*.ts"\ndescription: x\nalwaysApply: true\n---\nText',
    ],
    ['empty front matter', '---\n---\nText', '---\nalwaysApply: true\n---\nText'],
    [
      'its own decision',
      '---\nalwaysApply: false\n---\nText',
      '---\nalwaysApply: false\n---\nText',
    ],
    ['a byte order mark', '\uFEFF---\na: b\n---\n', '---\na: b\nalwaysApply: true\n---\n'],
    [
      'a line of dashes further down',
      'Text\n---\nMore',
      '---\nalwaysApply: true\n---\n\nText\n---\nMore',
    ],
  ])('count always: a rule with %s', (_what, rule, text) => {
    expect(ruleFileText(rule)).toBe(text);
  });
});
