/** `schedules` of a `svc.json` in a folder of a checkout. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type {
  ScheduleListed,
  ScheduleView,
  SyncedSchedules,
} from '../../modules/schedule/contract/schedule-view.js';
import type { ValidatedSchedules } from '../../modules/schedule/contract/validated.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { newEnvironment } from './new-environment.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

const nightly = {
  skill: 'file:skills/tea',
  schedule: 'daily at 02:00',
  environment: 'kitchen',
  agent: 'scripted',
};
const weekly = { ...nightly, schedule: undefined, cron: '0 9 * * 1', timezone: 'Europe/Berlin' };
const REPO = 'https://git.example/acme/shop';

describeByDayOn('sqlite', 'schedules of a file', (database) => {
  let registry: RegistryServer;
  let repository: string;
  let folder: string;
  let source: string;

  beforeAll(async () => {
    const env = { SVC_SECRET_KEY: randomBytes(32).toString('base64') };
    registry = await openRegistryServer(database, { env });
    await newEnvironment(registry, 'kitchen');
    repository = join(registry.program.cwd, 'shop');
    source = join(repository, 'packages/web/src');
    folder = join(repository, 'packages/web');
  });
  afterAll(() => registry.close());

  beforeEach(async () => {
    await rm(repository, { recursive: true, force: true });
    await mkdir(source, { recursive: true });
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'git@git.example:acme/shop.git');
  });

  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  const write = (text: string) => writeFile(join(folder, 'svc.json'), text);
  const file = (schedules?: object) =>
    write(`${JSON.stringify({ name: 'acme/web', schedules }, null, 2)}\n`);
  const run = (...args: string[]) => registry.program.run(['schedule', ...args], { cwd: source });
  const text = (...args: string[]) => registry.svc(['schedule', ...args], source);
  const json = <T>(...args: string[]) => registry.json<T>(['schedule', ...args], source);
  const sync = () => json<SyncedSchedules>('sync');
  const listed = async () => (await json<{ data: ScheduleListed[] }>('list', '--all')).data;

  it('are checked: nothing to check is no problem', async () => {
    expect(await text('validate')).toMatch(/^There is no svc\.json here or above/);
    expect(await json('validate')).toEqual({ file: null, schedules: [], problems: [] });
    await file();
    expect(await text('validate')).toBe(`${join(folder, 'svc.json')} has no schedules.\n`);
    await file({ nightly, weekly });
    const checked = await text('validate');
    expect(checked).toMatch(/\nnightly +0 2 \* \* \* +\S+T02:00:00\.000Z\n/);
    expect(checked).toMatch(/\nweekly +0 9 \* \* 1 +\S+, Mon \S+ 09:00 in Europe\/Berlin\n/);
    expect(checked).toMatch(/\n2 schedules, all can be used\.\n$/);
  });

  it('are checked: problems have lines and columns, and an exit code', async () => {
    await file({
      nightly,
      Late: { ...nightly, shedule: 'x' },
      odd: { ...weekly, timezone: 'Mars' },
    });
    const checked = await run('validate');
    expect(checked).toMatchObject({ code: 3, stderr: '' });
    const path = join(folder, 'svc.json');
    expect(checked.stdout.trimEnd().split('\n').slice(-4)).toEqual([
      expect.stringMatching(`^${path}:10:13 schedules\\.Late: the key must be `),
      `${path}:15:18 schedules.Late.shedule: is no field of a schedule; did you mean "schedule"?`,
      expect.stringMatching(`^${path}:22:19 schedules\\.odd\\.timezone: "Mars" is no time zone`),
      `3 problems in ${path}.`,
    ]);
    const { code, stdout, stderr } = await run('validate', '--json');
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(JSON.parse(stdout) as ValidatedSchedules).toMatchObject({
      file: path,
      schedules: [{ key: 'nightly' }],
      problems: [
        { line: 10, column: 13 },
        { line: 15, column: 18 },
        { line: 22, column: 19 },
      ],
    });
    await write('{\n  "schedules": {\n    "a": {},\n  }\n}\n');
    const broken = await run('validate');
    expect(broken).toMatchObject({ code: 3, stdout: '' });
    expect(broken.stderr).toMatch(/svc\.json:3:\d+: .*there is a comma after the last entry/);
  });

  it('become what the file says, and nothing of it if a part cannot be used', async () => {
    await file({ nightly, weekly });
    const made = await text('sync');
    expect(made).toBe('Schedules of this file in acme:\n  created 2: nightly, weekly\n');
    expect(await sync()).toMatchObject({ created: [], unchanged: ['nightly', 'weekly'] });
    const [before, ...more] = (await listed()).sort((a, b) => (a.label! < b.label! ? -1 : 1));
    expect([before?.label, ...more.map(({ label }) => label)]).toEqual(['nightly', 'weekly']);
    const changed = { ...nightly, schedule: 'daily at 03:00' };
    const unusable: readonly [object, RegExp][] = [
      [
        { nightly: changed, weekly: { ...weekly, cron: 'often' } },
        /svc\.json:\d+:\d+ .*weekly\.cron: /,
      ],
      [
        { nightly: changed, weekly: { ...weekly, environment: 'gone' } },
        /svc\.json:\d+:\d+ schedules\.weekly: There is no environment "gone"/,
      ],
    ];
    for (const [schedules, says] of unusable) {
      await file(schedules);
      const refused = await run('sync');
      expect(refused).toMatchObject({ code: 3, stdout: '' });
      expect(refused.stderr).toMatch(says);
      expect(refused.stderr).toContain('nothing was changed on the server');
      expect(await json('view', before!.id)).toMatchObject({ cron: '0 2 * * *' });
    }
    await file({
      nightly: changed,
      weekly: { ...weekly, skill: 'file:skills/cake' },
      hourly: { ...nightly, schedule: 'hourly' },
    });
    expect(await sync()).toEqual({
      workspace: 'acme',
      created: ['hourly'],
      updated: ['nightly'],
      recreated: ['weekly'],
      deleted: [],
      unchanged: [],
    });
    expect(await json('view', before!.id)).toMatchObject({ cron: '0 3 * * *' });
    await file({ nightly: changed });
    expect(await sync()).toMatchObject({ deleted: ['hourly', 'weekly'], unchanged: ['nightly'] });
    await file();
    expect(await text('sync')).toBe('Schedules of this file in acme:\n  deleted 1: nightly\n');
    expect(await text('sync')).toBe('acme has no schedules of this file, and the file has none.\n');
    expect(await listed()).toEqual([]);
  });

  it('belong to their file: elsewhere they are neither changed nor deleted', async () => {
    await file({ nightly });
    await sync();
    const [{ id } = { id: '' }] = await listed();
    expect(await json<ScheduleView>('view', id)).toMatchObject({
      source: { repo: REPO, file: 'packages/web/svc.json', key: 'nightly' },
      config: { repoUrl: REPO },
    });
    const defined = `Defined as "nightly" in packages/web/svc.json of ${REPO}`;
    expect(await text('view', id)).toContain(defined);
    for (const args of [
      ['update', id, '--label', 'x'],
      ['delete', id],
    ]) {
      const refused = await run(...args);
      expect(refused).toMatchObject({ code: 5, stdout: '' });
      expect(refused.stderr).toContain('hint: Change the file, then run `svc schedule sync`');
    }
    expect(await text('pause', id)).toMatch(/^paused/);
    expect(await sync()).toMatchObject({ unchanged: ['nightly'] });
    expect(await json('view', id)).toMatchObject({ status: 'paused' });
    expect(await json('trigger', id)).toMatchObject({ id });
    expect(await text('resume', id)).toMatch(/^active/);
    // the same file in another folder is another one
    await mkdir(join(repository, 'packages/api'), { recursive: true });
    await writeFile(join(repository, 'packages/api/svc.json'), '{ "name": "acme/api" }');
    const api = { cwd: join(repository, 'packages/api') };
    expect(await registry.program.run(['schedule', 'sync'], api)).toMatchObject({ code: 0 });
    expect(await listed()).toHaveLength(1);
  });

  it('need a file, and a repository that others reach', async () => {
    expect(await run('sync')).toMatchObject({ code: 4, stdout: '' });
    await file({ nightly });
    git('remote', 'set-url', 'origin', '../elsewhere');
    const nowhere = await run('sync');
    expect(nowhere).toMatchObject({ code: 3, stdout: '' });
    expect(nowhere.stderr).toContain('git remote add origin');
  });
});
