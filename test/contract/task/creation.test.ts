import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApiKey } from '../../../modules/identity/contract/index.js';
import { deleteWorkspace } from '../../../modules/identity/contract/operations/workspaces.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import { LaunchRun } from '../../../modules/launch/server/runs/launch-run.entity.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import {
  createTask,
  findTaskByLink,
  listTasks,
  showTask,
} from '../../../modules/task/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { done, launch, startTaskServer, type TaskServer } from './task-server.js';

const AT_ONCE = 100;
const MARKUP = '<script>alert("x")</script> & \'y\'';

describeEachDatabase('tasks that are created', (database) => {
  let server: TaskServer;

  beforeAll(async () => {
    server = await startTaskServer(database);
  });
  afterAll(() => server.stop());

  const launches = async () =>
    (await server.host.get(readDatabaseKey)).manager.countBy(LaunchRun, {});

  it('launch their skill, and show what was asked for', async () => {
    const task = await server.create({ label: MARKUP, link: { type: 'issue', value: MARKUP } });
    expect(task).toEqual({
      id: expect.any(String),
      created: true,
      status: 'running',
      workspace: 'tools',
      label: MARKUP,
      definition: {
        skillRef: 'file:skills/demo',
        repoUrl: 'https://github.com/acme/shop',
        baseBranch: 'main',
        agent: 'scripted',
        model: null,
        environmentId: null,
      },
      questions: [],
      link: { type: 'issue', value: MARKUP },
      links: { web: `/tasks/${task.id}` },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const [turn] = await server.runsOf(task.id);
    expect(turn).toMatchObject({ turn: 1, status: 'queued', result: null, finishedAt: null });
    expect(turn).not.toHaveProperty('summary');
    const begun = { trigger: 'manual', label: MARKUP, turns: [] };
    expect(await server.launch(turn!.launchRunId)).toMatchObject(begun);
    const { definition, link } = task;
    expect(await server.events(task.id)).toMatchObject([
      {
        n: 1,
        type: 'task.created',
        actor: { kind: 'human', name: 'admin@example.com' },
        data: { definition, link },
      },
      {
        n: 2,
        type: 'run.created',
        actor: { kind: 'system', name: null },
        data: { turn: 1, launchRunId: turn!.launchRunId },
      },
    ]);
  });

  it('name the server by the address that it was asked at', async () => {
    const { id } = await server.create();
    const origin = 'https://svc.example';
    const token = server.admin;
    const shown = await server.host.kernel.invoke(showTask.id, { id }, { token, origin });
    expect(shown).toMatchObject({ links: { web: `${origin}/tasks/${id}` } });
  });

  it('by an API key are caused by a trigger', async () => {
    const { value } = await server.invoke(
      createApiKey,
      { name: 'nightly', workspace: 'tools', role: 'member' },
      server.admin,
    );
    const { id } = await server.create({}, value);
    expect((await server.events(id))[0]).toMatchObject({
      actor: { kind: 'trigger', name: 'nightly' },
    });
    expect(await server.launch(await server.launchOf(id))).toMatchObject({ trigger: 'api' });
  });

  it(`with one key are one task, however many (${AT_ONCE}) ask at once`, async () => {
    const before = await launches();
    const made = await Promise.all(
      Array.from({ length: AT_ONCE }, () => server.create({ idempotencyKey: 'issue-12' })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(await launches()).toBe(before + 1);
    expect(await server.events(made[0]!.id)).toHaveLength(2);
  });

  it('are answered by their key for good: when they are over and their skill cannot run any more', async () => {
    const idempotencyKey = 'kept';
    const { id } = await server.create({ idempotencyKey });
    await server.end(id, done);
    const again = await server.create({ idempotencyKey, skill: 'acme/nothing' });
    expect(again).toMatchObject({ id, created: false, status: 'completed' });
    await server.newWorkspace(server.admin, 'elsewhere');
    const other = await server.create({ idempotencyKey, workspace: 'elsewhere' });
    expect(other).toMatchObject({ created: true, workspace: 'elsewhere' });
  });

  it('take the header Idempotency-Key independently of their key', async () => {
    const send = async (header: string, more: object = {}) => {
      const told: string[] = [];
      const request = {
        surface: 'http',
        id: 'r',
        idempotencyKey: header,
        answerHeader: (name: string) => void told.push(name),
      } as const;
      const asked = { workspace: 'tools', ...launch, ...more };
      const options = { token: server.admin, request };
      return { task: await server.host.invoke(createTask, asked, options), told };
    };
    const first = await send('one', { idempotencyKey: 'both' });
    expect(first.task.created).toBe(true);
    // the same answer
    expect(await send('one', { idempotencyKey: 'both' })).toMatchObject({
      task: first.task,
      told: expect.arrayContaining(['Idempotency-Replayed']),
    });
    const { id } = first.task;
    expect((await send('two', { idempotencyKey: 'both' })).task).toMatchObject({
      id,
      created: false,
    });
    expect((await send('three')).task.id).not.toBe(id);
  });

  it('are refused where a launch would be, and nothing is left of them', async () => {
    const before = await launches();
    const refused = server.create({ skill: 'acme/nothing', idempotencyKey: 'late' });
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    const { id: environment } = await server.invoke(
      createEnvironment,
      { workspace: 'tools', forRun: true, entries: { A: 'b' } },
      server.admin,
    );
    // it would be gone after the first turn
    await expect(server.create({ environment })).rejects.toMatchObject({ code: 'not_found' });
    expect(await launches()).toBe(before);
    expect(await server.create({ idempotencyKey: 'late' })).toMatchObject({ created: true });
  });

  it('are found by what they belong to, the newest first', async () => {
    const link = { type: 'github_issue', value: `acme/shop#12 ${'é'.repeat(900)}` };
    const find = (more: object = {}) =>
      server.invoke(findTaskByLink, { workspace: 'tools', ...link, ...more }, server.admin);
    await expect(find()).rejects.toMatchObject({ code: 'not_found' });
    await server.create({ link });
    server.later(1000);
    const { id } = await server.create({ link });
    expect(await find()).toMatchObject({ id, link });
    await expect(find({ type: 'gitlab_issue' })).rejects.toMatchObject({ code: 'not_found' });
    await server.newWorkspace(server.admin, 'beside');
    await expect(find({ workspace: 'beside' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are listed by workspace and state, the newest first, page by page', async () => {
    await server.newWorkspace(server.admin, 'listed');
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.unshift((await server.create({ workspace: 'listed' })).id);
      server.later(1000);
    }
    const list = (more: object = {}) =>
      server.invoke(listTasks, { workspace: 'listed', ...more }, server.admin);
    const first = await list({ pageSize: 2 });
    const second = await list({ pageSize: 2, after: first.next! });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    await server.end(ids[1]!, done);
    expect((await list({ status: 'completed' })).data).toMatchObject([{ id: ids[1] }]);
  });

  it('keep their workspace from being deleted until they are over', async () => {
    const token = server.admin;
    await server.newWorkspace(token, 'kept');
    const { id } = await server.create({ workspace: 'kept' });
    await expect(server.invoke(deleteWorkspace, { id: 'kept' }, token)).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: expect.stringContaining('1 task that has not ended'),
    });
    await server.cancel(id);
    await server.invoke(deleteWorkspace, { id: 'kept' }, token);
  });
});
