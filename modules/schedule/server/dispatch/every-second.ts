import { schedule, type ScheduledTask } from 'node-cron';

/** How often, in milliseconds, the next second is planned anew: a clock that was set back would make node-cron wait until it is there again. */
const RENEWAL_MS = 15_000;

/** The next second is at least 500 ms away, else it could pass while it is planned, and node-cron would wait a year for it. */
const AHEAD_MS = 1_500;

/** Beyond any delay: however late a second comes, it comes. */
const TOLERANCE_MS = 300 * 24 * 60 * 60 * 1000;

const expressionOf = (time: Date): string =>
  [
    time.getUTCSeconds(),
    time.getUTCMinutes(),
    time.getUTCHours(),
    time.getUTCDate(),
    time.getUTCMonth() + 1,
    '*',
  ].join(' ');

/**
 * Calls `wake` at each full second until the signal aborts. Every second is a task of its own, with its full date: a task for all of them would walk
 * through each second that a suspended machine has missed.
 */
export function everySecond(wake: () => void, signal: AbortSignal): Promise<void> {
  let task: ScheduledTask | undefined;
  const plan = (): void => {
    void task?.destroy();
    const expression = expressionOf(new Date(Date.now() + AHEAD_MS));
    const options = {
      timezone: 'UTC',
      missedExecutionTolerance: TOLERANCE_MS,
      suppressMissedWarning: true,
    };
    const come = (): void => {
      plan();
      wake();
    };
    task = schedule(expression, come, options);
  };
  plan();
  const renewal = setInterval(plan, RENEWAL_MS);
  return new Promise((done) => {
    signal.addEventListener('abort', () => {
      clearInterval(renewal);
      void task?.destroy();
      done();
    });
  });
}
