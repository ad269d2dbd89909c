/** Launches on a worker, with the built programs, a git host on loopback and an agent that follows a script. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LaunchRunView } from '../../modules/launch/contract/launch-run-view.js';
import type { LaunchView } from '../../modules/launch/contract/launch-view.js';
import { describeCloudByDayOn } from '../describe-cloud.js';
import { GitServer, type GitWork } from '../network/git-server.js';
import type { Finished } from './program.js';
import { openRegistryServer, writePlugin, type RegistryServer } from './registry-server.js';
import { scriptedSkill } from './scripted-skill.js';

const done = { status: 'succeeded', summary: 'All is done.' };

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

describeCloudByDayOn('postgres', 'launches in the cloud', (database) => {
  let registry: RegistryServer;
  let git: GitServer;
  let work: GitWork;

  beforeAll(async () => {
    // programs in the sandbox reach 127.0.0.1 without its proxy
    git = await GitServer.start({ host: '127.0.0.2' });
    work = await git.create('acme/shop');
    await work.commit({
      'README.md': '# Shop\n',
      'skills/local/SKILL.md': scriptedSkill('local', [{ result: done }]),
      'docs/skills/other/SKILL.md': scriptedSkill('elsewhere', [{ result: done }]),
    });
    registry = await openRegistryServer(database, { env: { SVC_OUTBOUND_ALLOW: git.origin } });
    const folder = join(registry.program.cwd, 'kitchen');
    await writePlugin(folder, { name: 'acme/kitchen' });
    await write(
      join(folder, 'skills/tea/SKILL.md'),
      scriptedSkill(
        'tea',
        [
          { print: 'making tea with {{leaf}}' },
          { write: { path: 'tea.txt', content: '{{leaf}}\n' } },
          { run: 'git log --oneline | wc -l' },
          { result: done },
        ],
        'schemas:\n  inputs:\n    type: object\n    required: [leaf]\n    properties:\n      leaf: { type: string }\n',
      ),
    );
    await registry.svc(['publish', folder]);
  });
  afterAll(async () => {
    await registry.close();
    await git.close();
  });

  const launch = (skill: string, ...more: readonly string[]): Promise<Finished> =>
    registry.program.run([
      ...['launch', 'skill', skill, '--cloud', '--repo', git.url('acme/shop')],
      ...['--agent', 'scripted', '--workspace', 'acme', ...more],
    ]);
  const shown = ({ stdout }: Finished): LaunchView => JSON.parse(stdout) as LaunchView;
  const view = (id: string) => registry.json<LaunchRunView>(['launch', 'view', id]);

  it('run a published skill, and keep its changes as a patch', async () => {
    const ended = await launch('acme/tea', '--input', 'leaf=sencha', '--json', '--label', 'first');
    expect(ended).toMatchObject({ code: 0 });
    const answer = shown(ended);
    expect(answer).toEqual({
      launchRunId: expect.any(String),
      status: 'completed',
      result: done,
    });
    const id = answer.launchRunId!;
    expect(await view(id)).toMatchObject({
      status: 'completed',
      label: 'first',
      sandboxed: true,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      config: { skillRef: 'acme/kitchen@1.0.0#tea', agent: 'scripted', inputNames: ['leaf'] },
      inputSchema: { required: ['leaf'] },
      result: done,
    });
    const log = await registry.svc(['launch', 'logs', id]);
    expect(log).toContain('making tea with sencha');
    const patch = await registry.svc(['launch', 'patch', id]);
    expect(patch).toContain('+++ b/tea.txt\n@@ -0,0 +1 @@\n+sencha');
    await writeFile(join(work.folder, 'x.patch'), patch);
    await work.git('apply', 'x.patch');
    expect(await readFile(join(work.folder, 'tea.txt'), 'utf8')).toBe('sencha\n');
  });

  it('run a skill of the repository', async () => {
    const ended = await launch('file:skills/local', '--json');
    expect(shown(ended)).toMatchObject({ status: 'completed', result: done });
    const byName = await launch('file:.#elsewhere', '--json');
    expect(shown(byName)).toMatchObject({ status: 'completed', result: done });
  });
});
