import { describe, expect, it } from '@jest/globals';
import { defineError, ExitCode, notFound, type ProgressAmount } from 'svc-registry/kernel';
import { followRun, type Following } from './follow-run.js';
import type { RunView } from './run-view.js';

type View = Pick<RunView, 'state' | 'progress'>;

const busy = defineError({
  code: 'busy',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Busy',
  message: () => 'The server is busy.',
});
const running = { state: 'running', progress: null } as const;
const completed = { state: 'completed', progress: null } as const;

/** Follows a run whose looks answer, one after the other, what is listed. */
function follow(looks: readonly (View | Error)[], more: Partial<Following<View>> = {}) {
  const controller = new AbortController();
  const said: string[] = [];
  const steps: (readonly [string, ProgressAmount | undefined])[] = [];
  const waits: number[] = [];
  const context = {
    signal: controller.signal,
    progress: {
      step: (text: string, amount?: ProgressAmount) => void steps.push([text, amount]),
      note: (text: string) => void said.push(text),
      warn: (text: string) => void said.push(text),
    },
  };
  const look = (wait: number): Promise<View> => {
    const next = looks[Math.min(waits.push(wait), looks.length) - 1] as View | Error;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const following = { look, runOf: (view: View) => view, resume: 'svc x watch 7', ...more };
  return { ended: followRun(following, context), controller, said, steps, waits };
}

const LEFT = 'The run goes on. Follow it again with `svc x watch 7`.';

describe('following a run', () => {
  it('answers one that is over without waiting', async () => {
    const { ended, waits, said } = follow([completed]);
    expect(await ended).toBe(completed);
    expect({ waits, said }).toEqual({ waits: [0], said: [] });
  });

  it('shows its progress, and its state while there is none', async () => {
    const progress = { phase: 'Checking', text: 'a skill', done: 2, total: 3 };
    const { ended, steps } = follow([running, { state: 'running', progress }, completed]);
    await ended;
    expect(steps).toEqual([
      ['running', undefined],
      ['a skill', { phase: 'Checking', done: 2, total: 3 }],
      ['completed', undefined],
    ]);
  });

  it('ends after the limit, and says that the run goes on', async () => {
    const { ended, said, waits } = follow([running], { limit: 1 });
    expect(await ended).toBe(running);
    expect({ said, waits }).toEqual({ said: [`The time to wait is over. ${LEFT}`], waits: [0, 1] });
  });

  it('ends when the person leaves, and says that the run goes on', async () => {
    const { ended, said, controller } = follow([running]);
    controller.abort();
    expect(await ended).toBe(running);
    expect(said).toEqual([LEFT]);
  });

  it('names the command that cancels it, where there is one', async () => {
    const { ended, said, controller } = follow([running], { cancel: 'svc x cancel 7' });
    controller.abort();
    await ended;
    expect(said).toEqual([`${LEFT} \`svc x cancel 7\` cancels it.`]);
  });

  it('asks again when the server was busy', async () => {
    const { ended, waits } = follow([running, busy(), completed]);
    expect(await ended).toBe(completed);
    expect(waits).toEqual([0, 1, 2]);
  });

  it('ends after the limit, though the busy server asks for more time', async () => {
    const later = busy(undefined, { details: { retryAfterSeconds: 50 } });
    const { ended, said } = follow([running, later], { limit: 1 });
    expect(await ended).toBe(running);
    expect(said).toEqual([`The time to wait is over. ${LEFT}`]);
  });

  it('rests although the server asks for a time that is none', async () => {
    const strange = busy(undefined, { details: { retryAfterSeconds: 'soon' } });
    const { ended, waits } = follow([running, strange], { limit: 1 });
    expect(await ended).toBe(running);
    expect(waits).toEqual([0, 1]);
  });

  it.each([
    ['is not reached in the first place', [busy()]],
    [
      'wants to be asked later than anybody waits',
      [running, busy(undefined, { details: { retryAfterSeconds: 61 } })],
    ],
  ])('says how to go on when the server %s', async (_case, looks) => {
    await expect(follow(looks).ended).rejects.toMatchObject({
      code: 'run_not_followed',
      message: 'The run cannot be followed, and may go on: The server is busy.',
      hint: 'Follow it again with `svc x watch 7`.',
    });
  });

  it('does not ask again after an error that stays', async () => {
    const { ended, waits } = follow([running, notFound({ kind: 'run', id: '7' })]);
    await expect(ended).rejects.toMatchObject({ code: 'not_found' });
    expect(waits).toEqual([0, 1]);
  });
});
