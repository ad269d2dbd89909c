import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer } from '../../../../test/network/git-server.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: For ${name}.\n---\nText\n`;
const NAMELESS = '---\ndescription: Without a name.\n---\nText\n';
const WHY = 'the plugin at the root does not list it';

let server: GitServer;
let project: TestProject;
let source: string;

beforeAll(async () => {
  server = await GitServer.start();
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
  source = server.url('acme/root');
  const work = await server.create('acme/root');
  await work.commit({
    '.claude-plugin/plugin.json': JSON.stringify({ name: 'root', skills: ['./skills/'] }),
    'skills/listed/SKILL.md': skill('listed'),
    'skills/nameless/SKILL.md': NAMELESS,
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_none, index) => [`skills/n${index}/SKILL.md`, NAMELESS]),
    ),
    '.agents/skills/listed/SKILL.md': skill('listed'),
    'more/extra/SKILL.md': skill('extra'),
    'hooks/hooks.json': JSON.stringify({
      hooks: { Notification: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    }),
  });
});
afterAll(async () => {
  await project.drop();
  await server.close();
});

describe('a plugin at the root of a repository', () => {
  it('is offered with the skills that it does not list', async () => {
    const { offers = [] } = await project.install([source], { list: true });
    expect(offers.find(({ name }) => name === 'extra')).toMatchObject({
      path: 'more/extra',
      files: 1,
      withheld: WHY,
    });
    expect(offers.filter(({ name }) => name === 'listed')).toHaveLength(1);
  });

  it('is installed, and what was not taken is named; the bytes of its skills stay', async () => {
    const change = await project.install([source], { agent: ['claude-code'] });
    expect(change.offers?.map(({ name, withheld }) => [name, withheld])).toEqual([['extra', WHY]]);
    expect(await project.read('.svc/plugins/acme/root/skills/nameless/SKILL.md')).toBe(NAMELESS);
    expect(change.plugins[0]?.skills).toContain('nameless');
  });

  it('says in JSON everything that deserves a look', async () => {
    await project.uninstall('acme/root');
    const [plugin] = (await project.install([source])).plugins;
    expect(plugin?.warnings?.filter((text) => text.includes('no valid name'))).toHaveLength(9);
  });

  it('loses the hooks of one agent only where there are others', async () => {
    const leftOut = async (): Promise<readonly string[]> => {
      await project.uninstall('acme/root');
      const [plugin] = (await project.install([source])).plugins;
      return (plugin?.leftOut ?? []).map(({ what }) => what);
    };
    expect(await leftOut()).toEqual([]);
    await project.install([], { agent: ['codex'] });
    expect(await leftOut()).toEqual([expect.stringContaining('for agents other than claude-code')]);
  });

  it('has an address for a skill that it does not list', async () => {
    await expect(project.install([source], { skill: ['extra'] })).rejects.toMatchObject({
      code: 'skill_unknown',
      hint: expect.stringContaining(`svc install ${source}//more/extra`),
    });
    await expect(project.install([source], { skill: ['other'] })).rejects.toMatchObject({
      code: 'skill_unknown',
      hint: expect.stringContaining('Its skills: '),
    });
  });
});

describe('a plugin at the root that has no skills', () => {
  it('brings those of the repository, but none of another plugin, and none that is withheld', async () => {
    await (
      await server.create('acme/bare')
    ).commit({
      '.claude-plugin/plugin.json': JSON.stringify({ name: 'bare' }),
      '.claude/skills/release/SKILL.md': skill('release'),
      'packs/pdf/SKILL.md': skill('pdf'),
      'tests/fixtures/one/SKILL.md': skill('one'),
      'plugins/other/.claude-plugin/plugin.json': JSON.stringify({ name: 'other' }),
      'plugins/other/skills/inside/SKILL.md': skill('inside'),
    });
    const fresh = await TestProject.create();
    fresh.context = testContext(fresh.root, { env });
    const change = await fresh.install([server.url('acme/bare')], { agent: ['claude-code'] });
    expect(change.plugins[0]?.skills).toEqual(['release', 'pdf']);
    expect(change.offers?.map(({ name }) => name).sort()).toEqual([
      'acme-bare/other',
      'inside',
      'one',
    ]);
    expect((await fresh.install([], { frozenLockfile: true })).written).toEqual([]);
    await fresh.drop();
  });
});

describe('a branch or tag that is unknown', () => {
  it('may be meant as a skill: then the hint says how to name one', async () => {
    await (
      await server.create('acme/loose')
    ).commit({ 'skills/pdf/SKILL.md': skill('pdf'), 'skills/doc/SKILL.md': skill('doc') });
    const loose = server.url('acme/loose');
    await expect(project.install([`${loose}@pdf`])).rejects.toMatchObject({
      code: 'ref_unknown',
      hint: `It has a skill of that name: \`svc install ${loose} --skill pdf\`.`,
    });
    await expect(project.install([`${loose}@1.2.3`])).rejects.toMatchObject({
      code: 'ref_unknown',
      hint: 'Its branches: main.',
    });
  });
});
