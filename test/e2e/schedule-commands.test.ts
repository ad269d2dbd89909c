/** `svc schedule`, as a person and a script use it. No minute comes: `schedule-journey.test.ts` waits for some. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type {
  ScheduleListed,
  ScheduleView,
} from '../../modules/schedule/contract/schedule-view.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { newEnvironment } from './new-environment.js';
import type { Finished } from './program.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

const CRON = '0 9 1 1 *';
const ASKED = {
  skill: 'file:skills/tea',
  repo: 'https://git.example/acme/shop',
  agent: 'scripted',
  workspace: 'acme',
};
const UNKNOWN = 'a3a0a2c4-6a3b-4f43-9a0e-0f6a7a4f3f11';

describeByDayOn('postgres', 'svc schedule', (database) => {
  let registry: RegistryServer;
  let asked: Readonly<Record<string, string>>;
  let launch: readonly string[];
  let key: string;
  const env = { SVC_SECRET_KEY: randomBytes(32).toString('base64') };

  beforeAll(async () => {
    registry = await openRegistryServer(database, { env });
    const environment = await newEnvironment(registry, 'kitchen');
    asked = { ...ASKED, environment };
    launch = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]);
    key = await registry.apiKey('member');
  });
  afterAll(() => registry.close());

  const schedule = (...args: readonly string[]): Promise<Finished> =>
    registry.program.run(['schedule', ...args]);
  const text = (...args: readonly string[]) => registry.svc(['schedule', ...args]);
  const json = <T = ScheduleView>(...args: readonly string[]) =>
    registry.json<T>(['schedule', ...args]);
  const create = (...more: readonly string[]) => json('create', '--cron', CRON, ...launch, ...more);
  /** Many are made faster without the program. */
  const post = async (): Promise<string> => {
    const response = await fetch(`${registry.server.origin}/experimental/schedules`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ cron: CRON, ...asked }),
    });
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const ids = async (...args: readonly string[]) =>
    (await json<{ data: ScheduleListed[] }>('list', '-w', 'acme', ...args)).data.map(
      ({ id }) => id,
    );

  it('creates a schedule, and shows it', async () => {
    const told = ['--input', 'leaf=sencha', '--instructions', 'Be brief.\nAnd kind.'];
    const times = ['--cron', '0 9 * * 1-5', '--timezone', 'europe/berlin', '--label', 'Tea time'];
    const shown = await text('create', ...times, ...launch, ...told);
    const [head, ...rest] = shown.trimEnd().split('\n');
    const [, id = ''] = /^active {2}weekdays at 09:00 .* in Europe\/Berlin {2}(\S+)$/.exec(head!)!;
    expect(rest).toEqual([
      'Tea time',
      expect.stringMatching(/^Next: \S+T0[78]:00:00\.000Z, \w{3} \S+ 09:00 in Europe\/Berlin$/),
    ]);
    const viewed = await text('view', id);
    expect(viewed.startsWith(shown.trimEnd())).toBe(true);
    expect(viewed.slice(shown.length).trimEnd().split('\n')).toEqual([
      'Launches file:skills/tea',
      '  scripted on https://git.example/acme/shop at main',
      expect.stringMatching(/^ {2}environment \S+$/),
      '  inputs leaf',
      '  told: Be brief.',
      'In acme, with the rights of admin@example.com',
    ]);
    const view = await json('view', id);
    expect(view).toMatchObject({ id, cron: '0 9 * * 1-5', config: { inputNames: ['leaf'] } });
    expect(JSON.stringify(view)).not.toContain('sencha');
    expect(await text('runs', id)).toBe('The schedule has begun no launches.\n');
    expect(await json('runs', id)).toEqual({ data: [], next: null, prev: null });
  });

  it('pauses, resumes, changes and deletes it, and says so every time', async () => {
    const { id } = await create();
    for (const again of [1, 2])
      expect({ again, text: await text('pause', id) }).toEqual({
        again,
        text: expect.stringMatching(/^paused {2}/),
      });
    expect(await json('view', id)).toMatchObject({ status: 'paused', nextRunAt: null });
    expect(await text('resume', id)).toMatch(/^active {2}[^]*\nNext: /);
    expect(await json('resume', id)).toMatchObject({ status: 'active' });
    const changes = ['--cron', '30 7 * * *', '--timezone', 'America/New_York', '--label', 'Lunch'];
    const changed = await text('update', id, ...changes);
    expect(changed).toMatch(/^active {2}daily at 07:30 .* in America\/New_York .*\nLunch\n/);
    expect(await json('update', id, '--label', 'Lunch')).toMatchObject({ cron: '30 7 * * *' });
    expect(await schedule('delete', id)).toEqual({ code: 0, stdout: 'Done.\n', stderr: '' });
    expect(await schedule('view', id)).toMatchObject({ code: 4, stdout: '' });
    const { id: other } = await create();
    expect(await schedule('delete', other, '--json')).toMatchObject({ code: 0, stdout: 'null\n' });
  });

  it('lists them newest first, by state, so many, or all', async () => {
    for (const id of await ids('--all')) await text('delete', id);
    expect(await text('list', '-w', 'acme')).toContain('`svc schedule create` makes one');
    const made: string[] = [];
    for (let count = 0; count < 22; count++) made.unshift(await post());
    const [last = '', second = ''] = made;
    await text('pause', second);
    expect(await ids()).toEqual(made.slice(0, 20));
    expect(await ids('--limit', '2')).toEqual([last, second]);
    expect(await ids('--all')).toEqual(made);
    expect(await ids('--status', 'paused')).toEqual([second]);
    expect(await ids('--status', 'active', '--limit', '2')).toEqual([last, made[2]]);
    const [head, ...rows] = (await text('list', '-w', 'acme')).split('\n');
    expect(head).toMatch(/^status +times +what +next +last +id$/);
    expect(rows[1]).toMatch(new RegExp(`^paused +${CRON.replaceAll('*', '\\*')} UTC .*${second}$`));
    expect(rows.join('\n')).toContain('raise --limit, or list all with --all');
    expect(await text('list', '-w', 'acme', '--all')).not.toContain('--limit');
  });

  it.each<[line: string, code: number, says: RegExp]>([
    ['create', 2, /Missing: --cron\./],
    ['view', 2, /Missing argument: <id>\./],
    ['update', 2, /Missing argument: <id>\./],
    ['list', 2, /Answer with --workspace \(one of acme\)\./],
    ['list -w acme --status gone', 2, /one of "active", "paused", not "gone"/],
    ['list -w acme --all --limit 5', 2, /--all and --limit exclude each other/],
    ['list -w acme --limit 0', 3, /--limit must not be less than 1/],
    ['list -w acme --limit 101', 3, /--limit must not be greater than 100/],
    ['list -w nowhere', 4, /There is no workspace "nowhere"/],
    [`runs ${UNKNOWN} --limit 101`, 3, /--limit must not be greater than 100/],
    [`update ${UNKNOWN} --skill file:x`, 2, /Unknown flag: --skill/],
    ['runs nightly', 3, /id must be a UUID/],
    ...['view', 'runs', 'pause', 'resume', 'trigger', 'delete'].map(
      (action): [string, number, RegExp] => [
        `${action} ${UNKNOWN}`,
        4,
        new RegExp(`There is no schedule "${UNKNOWN}"`),
      ],
    ),
  ])('refuses `svc schedule %s`, with exit code %i', async (line, code, says) => {
    const refused = await schedule(...line.split(' '));
    expect(refused).toEqual({ code, stdout: '', stderr: expect.stringMatching(says) });
  });

  it.each<[what: string, code: number, args: readonly string[], says: RegExp]>([
    ['four fields', 3, ['--cron', '0 9 * *'], /4 fields instead of five/],
    ['a nickname', 3, ['--cron', '@daily'], /hint: Write 0 0 \* \* \*/],
    ['a day that never comes', 3, ['--cron', '0 0 30 2 *'], /No month that is named has a day 30/],
    ['a zone that is none', 3, ['--timezone', 'Mars'], /"Mars" is no time zone/],
    ['an environment by name', 3, ['--environment', 'kitchen'], /--environment must be a UUID/],
    ['an input without a value', 2, ['--input', 'leaf'], /--input takes <name>=<value>/],
    ['an earlier launch besides', 2, ['--from-run', UNKNOWN], /cannot be given with --from-run/],
    ['an agent that is none', 2, ['--agent', 'nobody'], /svc knows no such agent/],
    ['a skill that is none', 4, ['--skill', 'acme/none'], /There is no skill "acme\/none"/],
  ])('refuses to create one with %s, with exit code %i', async (...[, code, args, says]) => {
    const given = launch.flatMap((flag, at) =>
      at % 2 === 1 || args.includes(flag) ? [] : [flag, launch[at + 1]!],
    );
    const cron = args.includes('--cron') ? [] : ['--cron', CRON];
    const line = ['create', ...cron, ...given, ...args];
    expect(await schedule(...line)).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(says),
    });
    const { code: again, stdout, stderr } = await schedule(...line, '--json');
    expect({ again, stderr }).toEqual({ again: code, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ error: { exit: code } });
  });

  it('names all flags that are missing, and every change that is possible', async () => {
    const incomplete = await schedule('create', '--cron', CRON, '-w', 'acme');
    expect(incomplete).toMatchObject({ code: 2, stdout: '' });
    for (const flag of ['skill', 'repo', 'environment'])
      expect(incomplete.stderr).toContain(`--${flag} is required without --from-run`);
    const { id } = await create();
    const unchanged = await schedule('update', id);
    expect(unchanged).toMatchObject({ code: 3, stdout: '' });
    expect(unchanged.stderr).toContain('Give at least one of cron, timezone and label.');
    const wrong = await schedule('update', id, '--cron', '61 9 * * *', '--timezone', 'Mars');
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
    expect(wrong.stderr).toMatch(/timezone: "Mars" is no time zone\n {2}cron: "61" is no minute/);
    expect(await json('view', id)).toMatchObject({ cron: CRON, timezone: 'UTC' });
  });
});
