/** A task on a worker, with the built programs: a program creates it, its skill asks, a person answers, the skill goes on. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LaunchRunView } from '../../modules/launch/contract/launch-run-view.js';
import type {
  CreatedTask,
  TaskEventView,
  TaskRunView,
  TaskView,
} from '../../modules/task/contract/task-view.js';
import { describeCloudByDayOn } from '../describe-cloud.js';
import { GitServer } from '../network/git-server.js';
import { until } from '../until.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';
import { scriptedSkill } from './scripted-skill.js';

const AT_ONCE = 100;
const QUESTION = 'Which <b>colour</b>?';
const ANSWER = 'Sky <i>blue</i> & "more"';
const needed = { status: 'needs_input', summary: 'Looked around.', questions: [QUESTION] };
const done = { status: 'succeeded', summary: 'Painted it.' };

const painting = [
  {
    when: {
      said: `Question: ${QUESTION}\n\nAnswer: ${ANSWER}`,
      then: [{ result: done }],
      else: [{ result: needed }],
    },
  },
];

describeCloudByDayOn('postgres', 'a task', (database) => {
  let registry: RegistryServer;
  let git: GitServer;
  let key: string;

  beforeAll(async () => {
    // programs in the sandbox reach 127.0.0.1 without its proxy
    git = await GitServer.start({ host: '127.0.0.2' });
    const work = await git.create('acme/shop');
    await work.commit({
      'skills/paint/SKILL.md': scriptedSkill('paint', painting),
      'skills/wait/SKILL.md': scriptedSkill('wait', [{ sleep: 600 }]),
    });
    registry = await openRegistryServer(database, { env: { SVC_OUTBOUND_ALLOW: git.origin } });
    key = await registry.apiKey('member');
  });
  afterAll(async () => {
    await registry.close();
    await git.close();
  });

  async function call(path: string, body?: object): Promise<{ status: number; data: unknown }> {
    const response = await fetch(`${registry.server.origin}/experimental/tasks${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: unknown };
    return { status: response.status, data: answer.data };
  }
  const create = (skill: string, more: object = {}) =>
    call('', {
      ...{ workspace: 'acme', skill, repo: git.url('acme/shop'), agent: 'scripted' },
      ...more,
    });
  const idOf = ({ data }: { readonly data: unknown }): string => (data as TaskView).id;
  const runsOf = async (id: string) => (await call(`/${id}/runs`)).data as TaskRunView[];
  const eventsOf = async (id: string, query: string) =>
    (await call(`/${id}/events?${query}`)).data as TaskEventView[];
  const reaches = (id: string, status: string): Promise<TaskView> =>
    until(async () => {
      const task = (await call(`/${id}`)).data as TaskView;
      return task.status === status && task;
    });

  it('asks, gets its answer over HTTP, and goes on with it to its end', async () => {
    const link = { type: 'issue', value: 'acme/shop#12' };
    const asked = { idempotencyKey: 'issue-12', link, label: '<b>Paint</b>' };
    const created = await create('file:skills/paint', asked);
    expect(created).toMatchObject({ status: 201, data: { created: true, status: 'running' } });
    const id = idOf(created);
    const web = `${registry.server.origin}/tasks/${id}`;
    expect(created.data).toMatchObject({ links: { web } });
    expect(await create('file:skills/paint', asked)).toMatchObject({
      status: 201,
      data: { id, created: false },
    });
    const waiting = await reaches(id, 'waiting_for_input');
    expect(waiting.questions).toEqual([{ id: 'q1', prompt: QUESTION }]);
    const query = new URLSearchParams({ workspaceName: 'acme', ...link });
    const found = await call(`/by-link?${query.toString()}`);
    expect(found).toMatchObject({ status: 200, data: { id, links: { web } } });
    const tooLong = await call(`/${id}/inputs`, { text: 'x'.repeat(1_100_000) });
    expect(tooLong.status).toBe(413);
    const foreign = await call(`/${id}/inputs`, { type: 'task.cancelled' });
    expect(foreign.status).toBe(400);
    const answered = await call(`/${id}/inputs`, { answers: { q1: ANSWER } });
    expect(answered).toMatchObject({ status: 201, data: { status: 'running' } });
    await reaches(id, 'completed');
    expect(await runsOf(id)).toMatchObject([
      { turn: 1, status: 'completed', summary: needed.summary, result: needed },
      { turn: 2, status: 'completed', summary: done.summary, result: done },
    ]);
    const events = await eventsOf(id, 'after=2');
    expect(events.map(({ n, type, actor }) => [n, type, actor.kind])).toEqual([
      [3, 'run.completed', 'agent'],
      [4, 'input.requested', 'agent'],
      [5, 'user_input.received', 'trigger'],
      [6, 'run.created', 'system'],
      [7, 'run.completed', 'agent'],
    ]);
    expect((await call(`/${id}/inputs`, { text: 'Late.' })).status).toBe(409);
  });

  it('is one, however many ask for it at once, and all are answered 201', async () => {
    const asked = Array.from({ length: AT_ONCE }, () =>
      create('file:skills/wait', { idempotencyKey: 'at-once' }),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const made = answers.filter(({ data }) => (data as CreatedTask).created);
    expect(made).toHaveLength(1);
    expect(await runsOf(idOf(made[0]!))).toHaveLength(1);
    await call(`/${idOf(made[0]!)}/cancel`, {});
  });

  it('is cancelled while its launch runs, which ends', async () => {
    const id = idOf(await create('file:skills/wait'));
    const [run] = await runsOf(id);
    const view = ['launch', 'view', run!.launchRunId];
    await until(async () => (await registry.json<LaunchRunView>(view)).commit !== null);
    expect(await call(`/${id}/cancel`, {})).toMatchObject({
      status: 200,
      data: { status: 'cancelled' },
    });
    const types = await until(async () => {
      const events = await eventsOf(id, 'page[size]=200&after=2');
      return events.length > 1 && events.map(({ type }) => type);
    });
    expect(types).toEqual(['task.cancelled', 'run.failed']);
    expect((await call(`/${id}`)).data).toMatchObject({ status: 'cancelled', questions: [] });
  });
});
