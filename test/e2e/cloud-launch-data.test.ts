/** What agents report and leave behind is data of others: whatever it is, it is stored whole, and without secrets. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LaunchRunView } from '../../modules/launch/contract/launch-run-view.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { GitServer } from '../network/git-server.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';
import { scriptedSkill } from './scripted-skill.js';

const done = { status: 'succeeded', summary: 'Done.' };
const secret = 'sk-live-0123456789abcdef';
const schema = `schemas:\n  output:\n    type: object\n    description: "with \\0 and \\uD800"\n`;

/** Writes so many files that their list is longer than what is kept of a command's output, and after them a binary one with the secret. */
const MANY = `
  const fs = require('node:fs');
  fs.mkdirSync('many');
  for (let n = 0; n < 20000; n += 1) fs.writeFileSync('many/' + 'a-file-with-a-long-name-'.repeat(2) + n, '');
  fs.writeFileSync('z.bin', Buffer.concat([Buffer.alloc(64), Buffer.from(process.env.API_KEY)]));
`;

describeByDayOn('postgres', 'what agents leave behind', (database) => {
  let registry: RegistryServer;
  let git: GitServer;

  beforeAll(async () => {
    git = await GitServer.start({ host: '127.0.0.2' });
    const work = await git.create('acme/shop');
    const output = { text: 'a\0b\ud800c', ['k\0']: [1, null] };
    await work.commit({
      'skills/odd/SKILL.md': scriptedSkill('odd', [{ result: { ...done, output } }], schema),
      'skills/kill/SKILL.md': scriptedSkill('kill', [
        { print: 'before' },
        { run: 'kill -9 -1; sleep 60' },
      ]),
      'skills/many/SKILL.md': scriptedSkill('many', [
        { write: { path: '/tmp/many.cjs', content: MANY } },
        { run: 'node /tmp/many.cjs' },
        { result: done },
      ]),
    });
    registry = await openRegistryServer(database, {
      env: { SVC_OUTBOUND_ALLOW: git.origin, SVC_SECRET_KEY: randomBytes(32).toString('base64') },
    });
  });
  afterAll(async () => {
    await registry.close();
    await git.close();
  });

  async function launched(skill: string, ...more: readonly string[]): Promise<LaunchRunView> {
    const { stdout } = await registry.program.run([
      ...['launch', 'skill', `file:skills/${skill}`, '--cloud', '--repo', git.url('acme/shop')],
      ...['--agent', 'scripted', '--workspace', 'acme', '--json', ...more],
    ]);
    const { launchRunId } = JSON.parse(stdout) as LaunchRunView;
    // fails with the result of the launch
    const viewed = await registry.program.run(['launch', 'view', launchRunId, '--json']);
    return JSON.parse(viewed.stdout) as LaunchRunView;
  }

  it('characters that a database refuses do not cost the result', async () => {
    expect(await launched('odd')).toMatchObject({
      status: 'completed',
      result: { ...done, output: { text: 'a␀b\ufffdc', ['k␀']: [1, null] } },
    });
  });

  it('a secret in a binary file is left out of the patch, however many files there are', async () => {
    const file = join(registry.program.cwd, 'one.env');
    await writeFile(file, `API_KEY=${secret}\n`);
    const { launchRunId, patch } = await launched('many', '--env-file', file);
    expect(patch?.bytes).toBeGreaterThan(1024 * 1024);
    const text = await registry.svc(['launch', 'patch', launchRunId]);
    expect(text.includes('b/many/a-file')).toBe(true);
    expect(text.includes('z.bin')).toBe(false);
  });

  it('an agent that kills everything, its sandbox too, has a result', async () => {
    const killed = await launched('kill');
    expect(killed).toMatchObject({
      status: 'completed',
      patch: null,
      result: { status: 'failed', reason: expect.stringContaining('The sandbox has ended') },
    });
    const log = await registry.svc(['launch', 'logs', killed.launchRunId]);
    expect(log).toContain('before\n');
    expect(log).toContain('The changes cannot be kept');
  });

  it('a request with such characters is refused', async () => {
    const token = await registry.apiKey('member');
    const asked = { workspace: 'acme', skill: 'file:a', repo: 'a/b', agent: 'scripted' };
    for (const odd of [
      { instructions: 'a\0b' },
      { inputs: { a: 'b\0' } },
      { inputs: { 'a\0': '' } },
    ]) {
      const answer = await fetch(`${registry.server.origin}/experimental/launch-runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...asked, ...odd }),
      });
      expect({ odd, status: answer.status }).toEqual({ odd, status: 400 });
    }
  });
});
