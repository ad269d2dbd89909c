import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SvcError } from 'svc-registry/kernel';
import { cancelLaunch } from '../../../modules/launch/contract/launch-operations.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { listTaskEvents, listTaskRuns } from '../../../modules/task/contract/operations.js';
import type { TaskInputInput } from '../../../modules/task/contract/task-inputs.js';
import { taskStates, type TaskState } from '../../../modules/task/contract/task.machine.js';
import { AddInputHandler } from '../../../modules/task/server/handlers/add-input.handler.js';
import { Task } from '../../../modules/task/server/task.entity.js';
import { describeEachDatabase } from '../databases.js';
import { asks, done, startTaskServer, type End, type TaskServer } from './task-server.js';

const failed = { status: 'failed', summary: 'Tried.', reason: 'It does not build.' } as const;
const RACES = 20;

const inputs: Readonly<Record<string, Omit<TaskInputInput, 'id'>>> = {
  answer: { text: 'Blue.' },
  ask: { type: 'input.requested', questions: [{ id: 'size', prompt: 'How large?' }] },
  note: { type: 'run.progress', text: 'Half of it is done.' },
};

/** Where each input leads in each state; what is left out is refused. */
const allowed: Readonly<Record<TaskState, Readonly<Record<string, TaskState>>>> = {
  running: { ask: 'running', note: 'running', cancel: 'cancelled' },
  waiting_for_input: { answer: 'running', note: 'waiting_for_input', cancel: 'cancelled' },
  completed: { cancel: 'completed' },
  failed: { cancel: 'failed' },
  cancelled: { cancel: 'cancelled' },
};

interface Ending {
  readonly how: string;
  readonly end: End;
  readonly status: TaskState;
  readonly events: readonly string[];
}

const endings: readonly Ending[] = [
  { how: 'has succeeded', end: done, status: 'completed', events: ['run.completed'] },
  {
    how: 'had nothing to do',
    end: { ...done, status: 'no_action' },
    status: 'completed',
    events: ['run.completed'],
  },
  {
    how: 'asks',
    end: asks('Which colour?'),
    status: 'waiting_for_input',
    events: ['run.completed', 'input.requested'],
  },
  { how: 'reports a failure', end: failed, status: 'failed', events: ['run.failed'] },
  { how: 'fails', end: 'failed', status: 'failed', events: ['run.failed'] },
  {
    how: 'is cancelled',
    end: 'cancelled',
    status: 'cancelled',
    events: ['run.failed', 'task.cancelled'],
  },
];

describeEachDatabase('tasks', (database) => {
  let server: TaskServer;

  beforeAll(async () => {
    server = await startTaskServer(database);
  });
  afterAll(() => server.stop());

  const typesOf = async (id: string) => (await server.events(id)).map(({ type }) => type);

  /** A task in that state. */
  async function taskIn(state: TaskState): Promise<string> {
    const { id } = await server.create();
    if (state === 'waiting_for_input') await server.end(id, asks('Which colour?'));
    if (state === 'completed') await server.end(id, done);
    if (state === 'failed') await server.end(id, failed);
    if (state === 'cancelled') await server.cancel(id);
    expect(await server.show(id)).toMatchObject({ status: state });
    return id;
  }

  describe.each(taskStates)('that are %s', (state) => {
    it.each([...Object.keys(inputs), 'cancel'])('take or refuse "%s"', async (name) => {
      const id = await taskIn(state);
      const before = await server.events(id);
      const given = inputs[name];
      const call = given === undefined ? server.cancel(id) : server.add(id, given);
      const next = allowed[state][name];
      if (next === undefined) {
        await expect(call).rejects.toMatchObject({ code: 'task_state', status: 409 });
        expect(await server.events(id)).toEqual(before);
      } else expect(await call).toMatchObject({ status: next });
      expect(await server.show(id)).toMatchObject({ status: next ?? state });
    });
  });

  it.each(endings)('whose turn $how go on accordingly', async ({ end, status, events }) => {
    const { id } = await server.create();
    await server.end(id, end);
    expect(await server.show(id)).toMatchObject({ status });
    expect((await typesOf(id)).slice(2)).toEqual(events);
  });

  it('say how their turns have ended', async () => {
    const { id } = await server.create();
    await server.end(id, asks('Which <b>colour</b>?', ' ', 'How large?'));
    const questions = [
      { id: 'q1', prompt: 'Which <b>colour</b>?' },
      { id: 'q2', prompt: 'How large?' },
    ];
    expect(await server.show(id)).toMatchObject({ questions });
    const { summary } = asks();
    expect((await server.runsOf(id))[0]).toMatchObject({ status: 'completed', summary });
    const [end, asked] = (await server.events(id)).slice(2);
    expect(end).toMatchObject({ actor: { kind: 'agent', name: null }, data: { summary } });
    expect(asked).toMatchObject({ actor: { kind: 'agent', name: null }, data: { questions } });
    await server.add(id, { text: 'Any.' });
    await server.end(id, 'failed');
    const [, last] = await server.runsOf(id);
    expect(last).toMatchObject({ turn: 2, status: 'failed', result: null });
    expect(last).not.toHaveProperty('summary');
    expect((await server.events(id)).at(-1)).toMatchObject({
      actor: { kind: 'system' },
      data: { reason: expect.stringContaining('it is not there') },
    });
  });

  it('ask the summary when the agent has no question', async () => {
    const { id } = await server.create();
    await server.end(id, asks());
    expect(await server.show(id)).toMatchObject({ questions: [{ prompt: 'Looked around.' }] });
  });

  it('begin the next turn with all questions and answers so far', async () => {
    const { id } = await server.create();
    await server.end(id, asks('Which colour?', 'How large?'));
    const answers = { q1: 'Blue <i>sky</i>', q2: 'Large' };
    expect(await server.add(id, { answers })).toMatchObject({ status: 'running', questions: [] });
    await server.end(id, asks('Sure?'));
    await server.add(id, { text: 'Yes', answers: { q1: 'Quite' } });
    const { summary } = asks();
    expect(await server.launch(await server.launchOf(id))).toMatchObject({
      turns: [
        {
          summary,
          answers: [
            { question: 'Which colour?', answer: 'Blue <i>sky</i>' },
            { question: 'How large?', answer: 'Large' },
          ],
        },
        {
          summary,
          answers: [
            { question: 'Sure?', answer: 'Quite' },
            { question: 'Anything else?', answer: 'Yes' },
          ],
        },
      ],
    });
    const received = (await server.events(id)).filter(({ type }) => type === 'user_input.received');
    expect(received).toMatchObject([
      { actor: { kind: 'human' }, data: { answers } },
      { data: { text: 'Yes', answers: { q1: 'Quite' } } },
    ]);
  });

  it('are answered by defaults, by one text, and not without an answer', async () => {
    const { id } = await server.create();
    const questions = [
      { id: 'q1', prompt: 'How large?', default: 'small', options: ['small', 'large'] },
    ];
    expect(await server.add(id, { type: 'input.requested', questions })).toMatchObject({
      status: 'running',
      questions: [],
    });
    await server.end(id, asks('Which colour?'));
    // the client's keeps its id
    const asked = [{ id: 'q2', prompt: 'Which colour?' }, ...questions];
    expect((await server.show(id)).questions).toEqual(asked);
    const refused = async (more: Omit<TaskInputInput, 'id'>): Promise<string> => {
      const [ended] = await Promise.allSettled([server.add(id, more)]);
      const { message, hint, ...error } = (ended as PromiseRejectedResult).reason as SvcError;
      expect(error).toMatchObject({ code: 'invalid_input', status: 400 });
      return `${message} ${hint ?? ''}`;
    };
    expect(await refused({})).toContain('The question "q2" needs an answer: Which colour?');
    expect(await refused({ answers: { q7: 'x' } })).toMatch(/not ask "q7"\. It asks: q2, q1\./);
    expect(await refused({ answers: { q2: 'a\0b' } })).toContain('NUL');
    await refused({ text: 'x'.repeat(1024 * 1024) });
    expect(await server.show(id)).toMatchObject({ status: 'waiting_for_input', questions: asked });
    await server.add(id, { answers: { q2: 'Blue' } });
    expect((await server.launch(await server.launchOf(id))).turns![0]!.answers).toEqual([
      { question: 'Which colour?', answer: 'Blue' },
      { question: 'How large?', answer: 'small' },
    ]);
  });

  it('wait for clients’ questions although the turn has succeeded, unless it has failed', async () => {
    const [one, other] = [await server.create(), await server.create()];
    for (const { id } of [one, other]) await server.add(id, inputs['ask']!);
    await server.end(one.id, done);
    expect(await server.show(one.id)).toMatchObject({
      status: 'waiting_for_input',
      questions: [{ id: 'size' }],
    });
    await server.end(other.id, failed);
    expect(await server.show(other.id)).toMatchObject({ status: 'failed', questions: [] });
  });

  it.each<[string, Omit<TaskInputInput, 'id'>]>([
    ['questions with an answer', { text: 'x', questions: [{ id: 'a', prompt: 'b' }] }],
    ['text with questions', { ...inputs['ask'], text: 'x' }],
    ['answers with progress', { ...inputs['note'], answers: { a: 'b' } }],
    ['no questions', { type: 'input.requested' }],
    ['no progress', { type: 'run.progress' }],
    ['an event of the server', { type: 'task.cancelled' as never, text: 'x' }],
    ['two questions of one id', twice('size')],
  ])('refuse %s', async (_what, input) => {
    const { id } = await server.create();
    await expect(server.add(id, input)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await typesOf(id)).toHaveLength(2);
  });

  it('refuse answers that no agent could read, and then take shorter ones', async () => {
    const { id } = await server.create();
    // however long the agent's own text is
    const summary = 'y'.repeat(300_000);
    await server.end(id, { ...asks('1', '2', '3', '4', '5'), summary });
    const all = (text: string) => ({
      answers: Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`q${n}`, text])),
    });
    await expect(server.add(id, all('x'.repeat(65_536)))).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      message: expect.stringContaining('262144'),
    });
    expect(await server.add(id, all('x'))).toMatchObject({ status: 'running' });
  });

  it('say that other questions are asked to who answers earlier ones', async () => {
    const id = await taskIn('waiting_for_input');
    const { manager } = await server.host.get(readDatabaseKey);
    const seen = await manager.findOneByOrFail(Task, { id });
    await server.add(id, { text: 'Blue.' });
    await server.end(id, asks('Sure?'));
    const handler = (await server.host.server!.services('task')).get(AddInputHandler);
    const caller = { kind: 'user', id: seen.createdBy, label: 'admin@example.com' };
    const context = { target: { value: seen }, caller } as never;
    await expect(handler.run({ id, text: 'Red.' }, context)).rejects.toThrow(
      'It does not ask this any more: it waits for an answer.',
    );
  });

  it('are answered once when two answer at once', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const id = await taskIn('waiting_for_input');
      const answers = ['Blue.', 'Red.'].map((text) => server.add(id, { text }));
      const ended = await Promise.allSettled(answers);
      const refused = ended.flatMap((each) =>
        each.status === 'rejected' ? [(each.reason as SvcError).code] : [],
      );
      expect(refused).toEqual(['task_state']);
      expect(await server.runsOf(id)).toHaveLength(2);
    }
  });

  it('are cancelled with their launch, by name, once', async () => {
    const { id } = await server.create();
    const cancelled = await server.cancel(id);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(await server.cancel(id)).toEqual(cancelled);
    expect((await server.runsOf(id))[0]).toMatchObject({ status: 'cancelled' });
    const events = (await server.events(id)).slice(2);
    expect(events.map(({ type, actor }) => [type, actor.kind])).toEqual([
      ['run.failed', 'system'],
      ['task.cancelled', 'human'],
    ]);
  });

  it('are cancelled when their launch is', async () => {
    const { id } = await server.create();
    await server.invoke(cancelLaunch, { id: await server.launchOf(id) }, server.admin);
    expect(await server.show(id)).toMatchObject({ status: 'cancelled' });
  });

  it('stay cancelled whatever a launch that still runs does', async () => {
    const { id } = await server.create();
    const run = await server.begin(await server.launchOf(id));
    await server.cancel(id);
    await server.finish(run, done);
    expect(await server.show(id)).toMatchObject({ status: 'cancelled' });
    expect((await typesOf(id)).slice(2)).toEqual(['task.cancelled', 'run.failed']);
  });

  it.each([['ends', done, 'completed'] as const, ['asks', asks('Sure?'), 'cancelled'] as const])(
    'can be cancelled the moment their launch %s',
    async (_what, end, other) => {
      for (let race = 0; race < RACES; race += 1) {
        const { id } = await server.create();
        const run = await server.begin(await server.launchOf(id));
        await Promise.all([server.finish(run, end), server.cancel(id), server.cancel(id)]);
        const { status } = await server.show(id);
        expect(['cancelled', other]).toContain(status);
        const types = await typesOf(id);
        const cancels = types.filter((type) => type === 'task.cancelled');
        expect(cancels).toHaveLength(status === 'cancelled' ? 1 : 0);
      }
    },
  );

  it('can be answered and cancelled at once', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const id = await taskIn('waiting_for_input');
      const [answered] = await Promise.allSettled([
        server.add(id, { text: 'Blue.' }),
        server.cancel(id),
      ]);
      expect(await server.show(id)).toMatchObject({ status: 'cancelled' });
      const turns = await server.runsOf(id);
      expect(turns).toHaveLength(answered.status === 'rejected' ? 1 : 2);
      if (answered.status === 'rejected')
        expect(answered.reason).toMatchObject({ code: 'task_state' });
      expect(turns.map(({ status }) => status)).not.toContain('queued');
    }
  });

  it('number their events without gaps, also when many are added at once', async () => {
    const { id } = await server.create();
    const note = (text: string) => server.add(id, { type: 'run.progress', text });
    await Promise.all(Array.from({ length: 20 }, (_, at) => note(`step ${at}`)));
    const events = await server.events(id);
    expect(events.map(({ n }) => n)).toEqual(events.map((_, at) => at + 1));
    expect(events).toHaveLength(22);
  });

  it('list events and turns page by page', async () => {
    const id = await taskIn('waiting_for_input');
    await server.add(id, { text: 'Blue.' });
    const all = await server.events(id);
    const list = (more: object) => server.invoke(listTaskEvents, { id, ...more }, server.admin);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, after: first.next });
    expect([first.data, second.data].flat()).toEqual(all.slice(0, 4));
    expect((await list({ limit: 2, before: second.prev })).data).toEqual(first.data);
    expect((await list({ afterNumber: 4 })).data).toEqual(all.slice(4));
    expect((await list({ afterNumber: 1000 })).data).toEqual([]);
    const runs = (more: object) => server.invoke(listTaskRuns, { id, ...more }, server.admin);
    const one = await runs({ pageSize: 1 });
    const two = await runs({ pageSize: 1, after: one.next });
    expect([...one.data, ...two.data].map(({ turn }) => turn)).toEqual([1, 2]);
    const bad = { after: Buffer.from('x').toString('base64url') };
    for (const read of [list, runs])
      await expect(read(bad)).rejects.toMatchObject({ code: 'bad_cursor' });
  });
});

function twice(id: string): Omit<TaskInputInput, 'id'> {
  const question = { id, prompt: 'How large?' };
  return { type: 'input.requested', questions: [question, question] };
}
