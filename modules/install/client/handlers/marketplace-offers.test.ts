import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer } from '../../../../test/network/git-server.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\nText\n`;
const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

describe('a repository with a marketplace', () => {
  let server: GitServer;
  let project: TestProject;
  let source: string;

  beforeAll(async () => {
    server = await GitServer.start();
    project = await TestProject.create();
    project.context = testContext(project.root, { env });
    source = server.url('acme/wild');
    await (
      await server.create('acme/wild')
    ).commit({
      'skills/pdf/SKILL.md': skill('pdf'),
      'plugins/vendor/.claude-plugin/plugin.json': JSON.stringify({ name: 'other-name' }),
      'plugins/same/.claude-plugin/plugin.json': JSON.stringify({ name: 'same' }),
      'plugins/same/skills/build/SKILL.md': skill('build'),
      'plugins/vendor/skills/deploy/SKILL.md': skill('deploy'),
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'acme',
        plugins: [
          { name: 'vendor', source: './plugins/vendor', description: 'Deploys' },
          { name: 'same', source: './plugins/same' },
          { name: 'group', source: './', skills: ['./skills/pdf'] },
          { name: 'far', source: { source: 'github', repo: 'acme/far' } },
        ],
      }),
    });
  });
  afterAll(async () => {
    await server.close();
    await project.drop();
  });

  it('gives the plugins of its folders, by their entries, and names the others', async () => {
    const change = await project.install([source], { agent: ['claude-code'] });
    expect(change.plugins.map(({ name, skills }) => [name, skills]).sort()).toEqual([
      ['acme-wild/same', ['build']],
      ['acme-wild/vendor', ['deploy']],
      ['acme/wild', ['pdf']],
    ]);
    expect(change.offers?.map(({ name, withheld }) => [name, withheld])).toEqual([
      ['acme-wild/group', 'it only groups what is in this source'],
      ['acme-wild/far', 'it is elsewhere, in git:acme/far'],
    ]);
    expect((await project.json('svc.json'))['dependencies']).toEqual({
      'acme/wild': { source },
      'acme-wild/same': { source, plugin: 'same' },
      'acme-wild/vendor': { source, plugin: 'vendor' },
    });
    expect((await project.install([])).written).toEqual([]);
  });
});
