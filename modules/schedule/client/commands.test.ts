/** Commands against a server that only writes down what it is asked, and answers what a test gives it. */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import * as commands from '../contract/commands.js';
import schedule from '../module.js';

interface Asked {
  readonly line: string;
  readonly body: unknown;
}

const id = '7d7f2c9e-5c3f-4d9c-a1be-0f5f0c6f3a52';
const launch = { skill: 'acme/docs#notes', repo: 'acme/shop', environment: id };
const cron = '0 9 * * *';
let server: Server;
let host: TestHost;
let asked: Asked[];
let answers: object[];
let folder: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((sent) => {
      asked.push({
        line: decodeURIComponent(`${request.method ?? ''} ${request.url ?? ''}`),
        body: sent === '' ? undefined : (JSON.parse(sent) as unknown),
      });
      response.setHeader('content-type', 'application/json');
      const answer = answers.shift() ?? { data: {} };
      response.statusCode = 'status' in answer ? Number(answer.status) : 200;
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  host = await startTestHost({
    facet: 'client',
    modules: [schedule],
    env: {
      SVC_URL: `http://127.0.0.1:${port}`,
      SVC_TOKEN: 'svc_key_x',
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
    },
    clock: () => new Date('2026-03-01T12:00:00Z'),
  });
});

afterAll(async () => {
  await host.stop();
  server.close();
});

beforeEach(async () => {
  [asked, answers] = [[], []];
  folder = join(host.home, 'shop');
  await mkdir(join(folder, '.git'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true }));

const call = <T = unknown>({ id: operation }: AnyOperation, input: object): Promise<T> =>
  host.invoke(operation, input, { cwd: folder }) as Promise<T>;
const file = (schedules?: unknown, name = 'acme/shop'): Promise<void> =>
  writeFile(join(folder, 'svc.json'), JSON.stringify({ name, schedules }, null, 2));
const git = (...args: string[]): void => {
  execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
};

describe('creating', () => {
  it('sends what is launched, in the workspace of the folder', async () => {
    await file();
    await call(commands.createCommand, { cron, ...launch, input: ['a=1=2', 'b='], label: 'Notes' });
    expect(asked).toEqual([
      {
        line: 'POST /experimental/schedules',
        body: { cron, ...launch, label: 'Notes', workspace: 'acme', inputs: { a: '1=2', b: '' } },
      },
    ]);
  });

  it('repeats an earlier launch', async () => {
    const input = { cron, fromRun: id, timezone: 'Asia/Tokyo', workspace: 'tools' };
    await call(commands.createCommand, input);
    expect(asked).toMatchObject([{ body: input }]);
  });

  it('names all that is missing', async () => {
    await expect(call(commands.createCommand, { cron })).rejects.toMatchObject({
      code: 'usage',
      exit: 2,
      message: '--skill, --repo and --environment are required without --from-run.',
      issues: [
        { field: 'skill', message: '--skill is required without --from-run' },
        { field: 'repo', message: '--repo is required without --from-run' },
        { field: 'environment', message: '--environment is required without --from-run' },
      ],
    });
    const { skill, repo } = launch;
    await expect(call(commands.createCommand, { cron, skill, repo })).rejects.toMatchObject({
      message: '--environment is required without --from-run.',
    });
    expect(asked).toEqual([]);
  });

  it.each<[flags: string, input: object]>([
    ['--skill', { skill: launch.skill }],
    ['--repo', { repo: launch.repo }],
    ['--environment', { environment: id }],
    ['--base-branch and --cwd', { baseBranch: 'b', cwd: 'a' }],
    ['--snapshot', { snapshot: 'v1' }],
    ['--agent and --model', { agent: 'codex', model: 'x' }],
    ['--input', { input: ['a=b'] }],
    ['--inputs', { inputs: {} }],
    ['--instructions', { instructions: 'x' }],
  ])('does not take %s with --from-run', async (flags, more) => {
    const input = { cron, fromRun: id, workspace: 'acme', ...more };
    await expect(call(commands.createCommand, input)).rejects.toMatchObject({
      code: 'usage',
      message: `${flags} cannot be given with --from-run.`,
      issues: Object.keys(more).map((field) => expect.objectContaining({ field }) as unknown),
    });
  });

  it.each<[what: string, code: string, more: object]>([
    ['an input without a name', 'usage', { input: ['=x'] }],
    ['an input twice', 'usage', { input: ['a=1', 'a=2'] }],
    ['inputs in both ways', 'usage', { input: ['a=1'], inputs: { b: '2' } }],
    ['inputs that are no texts', 'invalid_input', { inputs: { a: 1 } }],
    ['an environment by name', 'invalid_input', { environment: 'nightly' }],
  ])('refuses %s', async (_what, code, more) => {
    const input = { cron, ...launch, workspace: 'acme', ...more };
    await expect(call(commands.createCommand, input)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });
});

describe('listing', () => {
  const pageBefore = (next: string | undefined, ...data: object[]) => ({
    data,
    links: next === undefined ? {} : { next: `/experimental/schedules?page[after]=${next}` },
  });

  it('asks for one page', async () => {
    answers = [pageBefore('more', { id })];
    const list = await call(commands.listCommand, { workspace: 'acme', status: 'paused' });
    expect(list).toMatchObject({ data: [{ id }], next: 'more' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.line).toMatch(/filter\[status\]=paused/);
    expect(asked[0]?.line).toMatch(/page\[size\]=20/);
  });

  it('goes through all pages with --all', async () => {
    answers = [
      pageBefore('two', { id: 1 }),
      pageBefore('three', { id: 2 }),
      pageBefore(undefined, { id: 3 }),
    ];
    const list = await call(commands.listCommand, { workspace: 'acme', all: true });
    expect(list).toEqual({ data: [{ id: 1 }, { id: 2 }, { id: 3 }], next: null, prev: null });
    expect(asked.map(({ line }) => /page\[after\]=(\w+)/.exec(line)?.[1])).toEqual([
      undefined,
      'two',
      'three',
    ]);
  });

  it('does not take --all with --limit', async () => {
    const input = { workspace: 'acme', all: true, limit: 5 };
    await expect(call(commands.listCommand, input)).rejects.toMatchObject({ code: 'usage' });
  });
});

const sound = { skill: 'acme/docs#notes', schedule: 'daily at 09:30', environment: 'nightly' };

describe('checking a file', () => {
  const validate = () => call(commands.validateCommand, {});

  it('finds nothing wrong without a file, and without schedules', async () => {
    const nothing = { schedules: [], problems: [] };
    expect(await validate()).toEqual({ file: null, ...nothing });
    await file();
    expect(await validate()).toEqual({ file: join(folder, 'svc.json'), ...nothing });
    await file({});
    expect(await validate()).toEqual({ file: join(folder, 'svc.json'), ...nothing });
  });

  it('shows the next times, and problems where they are', async () => {
    await file({
      notes: { ...sound, timezone: 'Europe/Berlin' },
      'weekly-notes': { ...sound, timezone: 'Europe/Berln', shedule: 'x' },
      Notes: 'hourly',
      late: { ...sound, schedule: { hour: 25 } },
    });
    expect(await validate()).toEqual({
      file: join(folder, 'svc.json'),
      schedules: [
        {
          key: 'notes',
          cron: '30 9 * * *',
          timezone: 'Europe/Berlin',
          nextRunAt: '2026-03-02T08:30:00.000Z',
        },
      ],
      problems: [
        {
          field: 'schedules.weekly-notes.shedule',
          message: 'is no field of a schedule; did you mean "schedule"?',
          line: 15,
          column: 18,
        },
        {
          field: 'schedules.weekly-notes.timezone',
          message:
            '"Europe/Berln" is no time zone, such as "Europe/Berlin" or "UTC"; did you mean "Europe/Berlin"?',
          line: 14,
          column: 19,
        },
        { field: 'schedules.Notes', message: expect.any(String), line: 17, column: 14 },
        { field: 'schedules.Notes', message: expect.any(String), line: 17, column: 14 },
        {
          field: 'schedules.late.schedule.hour',
          message: expect.any(String),
          line: 21,
          column: 17,
        },
      ],
    });
  });

  it('names the line of a comma too many, and a key that is there twice', async () => {
    await writeFile(join(folder, 'svc.json'), '{\n  "schedules": {\n    "a": {},\n  }\n}\n');
    await expect(validate()).rejects.toMatchObject({
      code: 'project_file_invalid',
      issues: [{ line: 3, message: expect.stringContaining('a comma after the last entry') }],
    });
    await writeFile(join(folder, 'svc.json'), '{ "schedules": { "a": {}, "a": {} } }');
    await expect(validate()).rejects.toMatchObject({
      issues: [{ field: 'schedules.a', message: 'is there twice' }],
    });
  });

  it('does not name thousands of problems', async () => {
    const fields = Array.from({ length: 1500 }, (_, at) => [`field${at}`, 1] as const);
    await file({ a: { ...sound, ...Object.fromEntries(fields) } });
    const { problems } = await call<{ problems: object[] }>(commands.validateCommand, {});
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toMatchObject({ field: 'schedules', message: 'has 500 more problems' });
  });
});

describe('synchronizing', () => {
  const sync = (input = {}) => call(commands.syncCommand, input);

  beforeEach(() => {
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  });

  it('sends the schedules of the file, for the repository of the checkout', async () => {
    await file({ notes: { ...sound, workdir: 'docs', description: 'Notes' } });
    await sync();
    expect(asked).toEqual([
      {
        line: 'PUT /experimental/schedules/of-file',
        body: {
          workspace: 'acme',
          repo: 'https://github.com/acme/shop',
          folder: '',
          schedules: [
            {
              key: 'notes',
              cron: '30 9 * * *',
              timezone: 'UTC',
              skill: 'acme/docs#notes',
              environment: 'nightly',
              cwd: 'docs',
            },
          ],
        },
      },
    ]);
  });

  it.each([undefined, {}])('sends none where the block is %j', async (schedules) => {
    await file(schedules);
    await sync({ workspace: 'tools' });
    expect(asked).toMatchObject([{ body: { workspace: 'tools', schedules: [] } }]);
  });

  it('names the folder of the file in the repository, from any folder below', async () => {
    const below = join(folder, 'packages', 'a');
    await mkdir(join(below, 'src'), { recursive: true });
    await writeFile(join(below, 'svc.json'), JSON.stringify({ schedules: { notes: sound } }));
    const { id: operation } = commands.syncCommand;
    await host.invoke(operation, { workspace: 'acme' }, { cwd: join(below, 'src') });
    expect(asked).toMatchObject([
      { body: { folder: 'packages/a', schedules: [{ key: 'notes' }] } },
    ]);
  });

  it('sends nothing of a file with a problem', async () => {
    await file({ notes: sound, other: { ...sound, skill: 7 } });
    await expect(sync()).rejects.toMatchObject({
      code: 'schedules_invalid',
      exit: 3,
      issues: [{ field: 'schedules.other.skill', file: 'svc.json', line: 10 }],
    });
    await writeFile(join(folder, 'svc.json'), '{');
    await expect(sync()).rejects.toMatchObject({ code: 'project_file_invalid' });
    expect(asked).toEqual([]);
  });

  it('shows where in the file the server has found a problem', async () => {
    await file({ notes: sound, other: sound });
    const error = { code: 'schedules_refused', status: 400, detail: 'The server refuses it.' };
    answers = [{ ...error, issues: [{ field: 'schedules.other', message: 'no such skill' }] }];
    await expect(sync()).rejects.toMatchObject({
      code: 'schedules_refused',
      issues: [
        {
          file: 'svc.json',
          line: 9,
          column: 14,
          field: 'schedules.other',
          message: 'no such skill',
        },
      ],
    });
  });

  it('needs a file and a repository that others reach', async () => {
    await expect(sync()).rejects.toMatchObject({ code: 'project_missing' });
    await file({});
    git('remote', 'set-url', 'origin', '../elsewhere');
    await expect(sync()).rejects.toMatchObject({ code: 'schedule_without_repository' });
    git('remote', 'remove', 'origin');
    await expect(sync()).rejects.toMatchObject({ code: 'schedule_without_repository' });
    expect(asked).toEqual([]);
  });
});
