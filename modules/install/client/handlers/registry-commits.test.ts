import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestProject } from '../testing/test-project.js';

const both = { agent: ['claude-code', 'agents'] };
let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

describe('a commit of the registry', () => {
  const [commit, other] = [`0123abc${'0'.repeat(33)}`, `0123abd${'0'.repeat(33)}`] as const;

  beforeEach(async () => {
    const from = { '1.0.0': commit, '1.1.0': commit, '1.2.0': commit, '2.0.0': other };
    for (const [version, hash] of Object.entries(from)) {
      await project.publish({ name: 'acme/tools', version, rules: ['style'] });
      project.registry.commits.set(`acme/tools@${version}`, hash);
    }
    project.registry.archived.set('acme/tools@1.2.0', null);
  });

  it.each([commit, '0123abc'])(
    'stands for the highest version that was published from it: %s',
    async (asked) => {
      await project.install([`acme/tools@${asked}`], both);
      expect(await project.json('svc.json')).toMatchObject({
        dependencies: { 'acme/tools': { version: '1.1.0' } },
      });
      expect(await project.json('svc-lock.json')).toMatchObject({
        plugins: { 'acme/tools': { version: '1.1.0' } },
      });
    },
  );

  it('says that it is archived where nothing else was published from it', async () => {
    project.registry.archived.set('acme/tools@2.0.0', 'Too old.');
    await expect(project.install([`acme/tools@${other}`], both)).rejects.toMatchObject({
      code: 'version_archived',
    });
  });

  it('is refused when no version was published from it, with what to do', async () => {
    const refused = {
      code: 'commit_unknown',
      exit: 4,
      hint: expect.stringMatching(/recorded at publishing.*svc search acme\/tools/),
    };
    await expect(project.install(['acme/tools@fffffff'], both)).rejects.toMatchObject(refused);
    expect(Object.keys(await project.state())).toEqual(['.git']);
  });

  it('is refused when several begin so, with all of them', async () => {
    project.registry.commits.set('acme/tools@2.0.0', commit.replace(/0$/, '1'));
    await expect(project.install(['acme/tools@0123abc'], both)).rejects.toMatchObject({
      code: 'commit_ambiguous',
      exit: 3,
      hint: expect.stringContaining(`${commit.replace(/0$/, '1')}, ${commit}`),
    });
    expect(Object.keys(await project.state())).toEqual(['.git']);
  });
});
