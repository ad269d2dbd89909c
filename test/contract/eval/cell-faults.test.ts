/** Scenarios that take what they can, and commits that scenarios begin with. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWithBubblewrap } from '../../../modules/sandbox/testing/bubblewrap.js';
import { GitServer } from '../../network/git-server.js';
import { CellsHost, type Draft } from './cells-host.js';
import { filesThere, makes, taskOf, type FileDraft } from './drafts.js';

const setup = (script: string): FileDraft => ({ 'setup.sh': `#!/bin/sh\n${script}\n` });
const FILLS = 'cat /dev/zero > big';
/** More processes than the limit allows, until it is ended or cannot make another one. */
const FORKS = 'while true; do sleep 60 & done';

describeWithBubblewrap('a scenario', () => {
  let server: CellsHost;
  let git: GitServer;
  beforeAll(async () => {
    git = await GitServer.start({ host: '127.0.0.2' });
    server = await CellsHost.open({
      SVC_SANDBOX_DISK_MB: '32',
      SVC_SANDBOX_MEMORY_MB: '256',
      SVC_SANDBOX_PROCESSES: '64',
      SVC_OUTBOUND_ALLOW: git.origin,
    });
  });
  afterAll(async () => {
    await server.stop();
    await git.close();
  });

  const draft = (files: FileDraft): Draft => ({
    scenarios: {
      shop: {
        'task.md': taskOf([makes('made.txt')]),
        'criteria.json': filesThere('made.txt'),
        ...files,
      },
    },
  });
  const ran = async (files: FileDraft) => (await server.run(await server.draft(draft(files))))[0]!;

  describe('whose script', () => {
    it.each([
      ['fills the disk', FILLS, /No space left/],
      ['forks', FORKS, /limit of processes|[Cc]annot fork/],
      ['wants the network', 'curl -sS --max-time 5 https://registry.example.org', /curl/],
      ['is no program', 'exit 127', /exit code 127/],
    ])('%s is void', async (_what, script, said) => {
      const cell = await ran(setup(script));
      expect(cell).toMatchObject({ status: 'void', retries: 2 });
      expect(cell.failure).toEqual({ class: 'setup', message: expect.stringMatching(said) });
    });

    it('waits for input gets none', async () => {
      expect(await ran(setup('read answer; echo "[$answer]" > got.txt'))).toMatchObject({
        status: 'scored',
        failure: null,
      });
    });
  });

  describe('whose agent', () => {
    it.each([
      ['fills the disk', [makes('made.txt'), { run: FILLS }]],
      ['forks', [makes('made.txt'), { run: FORKS }]],
      ['wants the network', [{ run: 'curl -sS https://example.org' }, makes('made.txt')]],
      ['waits for input', [{ run: 'cat' }, makes('made.txt')]],
    ])('%s counts as it stands', async (_what, steps) => {
      const cell = await ran({ 'task.md': taskOf(steps) });
      expect(cell).toMatchObject({ status: 'scored', scored: { score: 1 }, failure: null });
      expect(cell.retries).toBe(0);
    });
  });

  describe('that begins with a commit', () => {
    const fixture = (repo: string, ref: string, more: object = {}) => ({
      'scenario.json': JSON.stringify({
        fixtures: { app: { type: 'commit', repoUrl: git.url(repo), ref, ...more } },
      }),
    });
    const prepared = async (files: FileDraft) =>
      server.run(await server.draft({ ...draft(files), repeats: 2 }), { prepare: true });
    const look = taskOf([{ run: 'find . ! -type d | sort; cat app.js' }, makes('made.txt')]);

    it('gets its files in each cell, and the repository is asked once', async () => {
      const repository = await git.create('acme/app');
      const commit = await repository.commit({
        'app.js': 'first\n',
        'README.md': 'x',
        'docs/a.txt': 'x',
        '.svc/x': 'x',
        'evals/shop/task.md': 'Write made.txt.',
        'evals/shop/criteria.json': '{}',
        'evals/shop/solution/made.txt': 'x',
        inside: '-> docs',
        outside: '-> ../../home',
        absolute: '-> /etc/passwd',
      });
      await repository.commit({ 'app.js': 'second\n' });
      for (const ref of [commit, commit.slice(0, 10)]) {
        const cells = await prepared({ 'task.md': look, ...fixture('acme/app', ref) });
        expect(cells.map(({ status }) => status)).toEqual(['scored', 'scored']);
        for (const { solution } of cells) {
          expect(solution!.transcript).toBe('./app.js\n./docs/a.txt\n./inside\nfirst\n');
          expect(solution!.changed).toEqual(['made.txt']);
        }
      }
      const before = git.requests.length;
      const more = fixture('acme/app', commit, { installPath: 'sub', include: ['docs/'] });
      const [cell] = await prepared({ 'task.md': look, ...more });
      expect(cell!.solution!.transcript).toContain('./sub/docs/a.txt\n');
      const none = fixture('acme/app', commit, { include: ['absent/'] });
      const around = taskOf([{ run: 'ls ..' }, makes('made.txt')]);
      const [empty] = await prepared({ 'task.md': around, ...none });
      expect(empty!.solution!.transcript).not.toContain('fixture');
      expect(git.requests).toHaveLength(before);
    });

    it('is void if it is gone, and the run goes on', async () => {
      const gone = draft(fixture('acme/gone', 'f'.repeat(40))).scenarios['shop']!;
      const sound = draft({}).scenarios['shop']!;
      const id = await server.draft({ scenarios: { gone, sound } });
      const [first, second] = await server.run(id, { prepare: true });
      expect(first).toMatchObject({
        status: 'void',
        failure: { class: 'setup', message: expect.stringContaining('cannot be cloned') },
      });
      expect(second).toMatchObject({ status: 'scored' });
    });

    it('is void if its address is none that can be fetched', async () => {
      const scenario = { repoUrl: 'ssh://git@127.0.0.2/x.git', ref: 'f'.repeat(40) };
      const files = {
        'scenario.json': JSON.stringify({ fixtures: { app: { type: 'commit', ...scenario } } }),
      };
      const [cell] = await prepared(files);
      expect(cell).toMatchObject({ status: 'void', failure: { class: 'setup' } });
    });
  });
});
