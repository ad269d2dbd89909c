/** The tools of schedules, over stdio. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../../contract/databases-by-day.js';
import { newEnvironment } from '../new-environment.js';
import { newRepository, openRegistryServer, type RegistryServer } from '../registry-server.js';
import { failed, openTools, wordsOf, type ToolClient } from './tool-client.js';

const CRON = '0 9 1 1 *';
const UNKNOWN = 'a3a0a2c4-6a3b-4f43-9a0e-0f6a7a4f3f11';

describeByDayOn('sqlite', 'the tools of schedules', (database) => {
  let registry: RegistryServer;
  let repo: string;
  let tools: ToolClient;
  let launch: Readonly<Record<string, unknown>>;
  const call = (...args: Parameters<ToolClient['call']>) => tools.call(...args);
  const data = (...args: Parameters<ToolClient['data']>) => tools.data(...args);
  const create = (more: object = {}) =>
    call('schedule_create', { cron: CRON, workspace: 'acme', ...launch, ...more });
  const idOf = async (more?: object) =>
    ((await create(more)).structuredContent as { id: string }).id;

  beforeAll(async () => {
    const env = { SVC_SECRET_KEY: randomBytes(32).toString('base64') };
    registry = await openRegistryServer(database, { env });
    const environment = await newEnvironment(registry, 'kitchen');
    repo = await newRepository(registry.program, 'repo');
    const where = { repo: 'https://git.example/acme/shop', environment, agent: 'scripted' };
    launch = { skill: 'file:skills/tea', ...where };
    tools = await openTools(registry.program, { cwd: repo });
  });
  afterAll(async () => {
    await tools.close();
    await registry.close();
  });

  it('create, list, view, pause, resume, trigger, change and delete', async () => {
    const inputs = { leaf: 'sencha' };
    const made = await create({ timezone: 'Europe/Berlin', label: 'Tea', inputs });
    expect(made.structuredContent).toMatchObject({
      status: 'active',
      timezone: 'Europe/Berlin',
    });
    const { id } = made.structuredContent as { id: string };
    expect(await data('schedule_list', { workspace: 'acme' })).toMatchObject({
      data: [{ id, label: 'Tea', cron: CRON, workspace: 'acme', lastRun: null }],
      next: null,
    });
    expect(await data('schedule_pause', { id })).toMatchObject({ status: 'paused' });
    const active = { workspace: 'acme', status: 'active' };
    expect(await data('schedule_list', active)).toMatchObject({ data: [] });
    expect(await data('schedule_view', { id })).toMatchObject({
      id,
      nextRunAt: null,
      config: { inputNames: ['leaf'] },
    });
    expect(await data('schedule_resume', { id })).toMatchObject({ status: 'active' });
    const { launchRunId } = await data('schedule_trigger', { id });
    expect(await data('schedule_runs', { id, limit: 100 })).toMatchObject({
      data: [{ launchRunId, cause: 'triggered', scheduledFor: null }],
    });
    expect(await data('schedule_update', { id, label: 'Lunch' })).toMatchObject({
      label: 'Lunch',
      cron: CRON,
    });
    expect((await call('schedule_delete', { id })).isError).not.toBe(true);
    expect(await call('schedule_view', { id })).toMatchObject(failed({ code: 'not_found' }));
  });

  it('name in the words of parameters what is missing, and what is too much', async () => {
    const missing = await call('schedule_create', { cron: CRON, workspace: 'acme' });
    expect(missing.isError).toBe(true);
    expect(wordsOf(missing)).toContain(
      '`skill`, `repo` and `environment` are required without `fromRun`.',
    );
    for (const name of ['skill', 'repo', 'environment'])
      expect(wordsOf(missing)).toContain(`${name}: \`${name}\` is required without \`fromRun\``);
    expect(JSON.stringify(missing)).not.toContain('--');
    const both = await create({ fromRun: UNKNOWN });
    expect(wordsOf(both)).toContain('`skill`, `repo`, `environment` and `agent` cannot be given');
    expect(JSON.stringify(both)).not.toContain('--');
    const issues = [{ field: 'cron' }];
    expect(await call('schedule_create', { workspace: 'acme', ...launch })).toMatchObject(
      failed({ code: 'invalid_input', issues }),
    );
    const unreadable = await create({ cron: '0 9 * *' });
    expect(unreadable).toMatchObject(failed({ code: 'cron_invalid', issues }));
    expect(wordsOf(unreadable)).toContain('4 fields instead of five');
  });

  it.each<[tool: string, args: object, field: string]>([
    ['schedule_create', { inputs: { leaf: 1 } }, 'inputs'],
    ['schedule_create', { inputs: ['leaf=sencha'] }, 'inputs'],
    ['schedule_create', { environment: 'kitchen' }, 'environment'],
    ['schedule_create', { input: ['leaf=sencha'] }, 'input'],
    ['schedule_list', { limit: 101 }, 'limit'],
    ['schedule_list', { status: 'gone' }, 'status'],
    ['schedule_list', { all: true }, 'all'],
    ['schedule_runs', { id: UNKNOWN, limit: 101 }, 'limit'],
    ['schedule_runs', { id: UNKNOWN, limit: 0 }, 'limit'],
    ['schedule_runs', { id: 'nightly' }, 'id'],
    ['schedule_view', {}, 'id'],
    ['schedule_update', { id: UNKNOWN, skill: 'file:skills/cake' }, 'skill'],
  ])('refuse %s of %j, and name the field', async (tool, args, field) => {
    const all = tool === 'schedule_create' ? { cron: CRON, workspace: 'acme', ...launch } : {};
    const refused = await call(tool, { ...all, ...args });
    expect(refused).toMatchObject(
      failed({ code: 'invalid_input', issues: [{ field: expect.stringContaining(field) }] }),
    );
  });

  it('refuse a change of nothing', async () => {
    const refused = await call('schedule_update', { id: await idOf() });
    expect(refused).toMatchObject(failed({ code: 'invalid_input' }));
    expect(wordsOf(refused)).toContain('Give at least one of cron, timezone and label.');
  });

  it('say alike of every schedule that there is none', async () => {
    for (const name of ['view', 'runs', 'pause', 'resume', 'trigger', 'delete'])
      expect(await call(`schedule_${name}`, { id: UNKNOWN })).toMatchObject(
        failed({ code: 'not_found' }),
      );
  });

  it('take the workspace from the call, else from SVC_WORKSPACE, else from the link of the folder', async () => {
    const nowhere = await call('schedule_list');
    expect(nowhere.isError).toBe(true);
    expect(wordsOf(nowhere)).toContain('Call the tool again with `workspace` (one of acme).');
    const cwd = await newRepository(registry.program, 'linked');
    await writeFile(join(cwd, 'svc.json'), '{ "name": "from-link/x" }');
    const asked = async (env: Record<string, string>, args: object) => {
      const there = await openTools(registry.program, { cwd, env });
      try {
        const listed = await there.call('schedule_list', { ...args });
        const created = await there.call('schedule_create', { cron: CRON, ...launch, ...args });
        return [wordsOf(listed), wordsOf(created)];
      } finally {
        await there.close();
      }
    };
    const unknown = (name: string) => {
      const text: unknown = expect.stringContaining(`There is no workspace "${name}"`);
      return [text, text];
    };
    const env = { SVC_WORKSPACE: 'from-env' };
    expect(await asked({}, {})).toEqual(unknown('from-link'));
    expect(await asked(env, {})).toEqual(unknown('from-env'));
    expect(await asked(env, { workspace: 'from-call' })).toEqual(unknown('from-call'));
    const [, created] = await asked({ SVC_WORKSPACE: 'acme' }, {});
    expect(JSON.parse(created!)).toMatchObject({ workspace: 'acme' });
  });

  it.each<[tool: string, args: object]>([
    ['schedule_create', { cron: CRON, skill: 'file:a', repo: 'acme/shop', environment: UNKNOWN }],
    ['schedule_list', {}],
    ...['view', 'runs', 'pause', 'resume', 'trigger', 'delete'].map((name): [string, object] => [
      `schedule_${name}`,
      { id: UNKNOWN },
    ]),
    ['schedule_update', { id: UNKNOWN, label: 'x' }],
  ])('begin the sign-in of whoever is signed out: %s', async (tool, args) => {
    const env = {
      SVC_HOME: join(registry.program.home, `nobody-${tool}`),
      SVC_WORKSPACE: 'acme',
      SVC_NO_BROWSER: '1',
    };
    const stranger = await openTools(registry.program, { cwd: repo, env });
    try {
      const refused = await stranger.call(tool, { ...args });
      expect(refused).toMatchObject(failed({ code: 'sign_in_required' }));
      expect(wordsOf(refused)).toContain(`${registry.server.origin}/device?code=`);
    } finally {
      await stranger.close();
    }
  });
});
