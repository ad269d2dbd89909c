import type { Run } from '../contract/db.js';
import type { RunProgress, RunView } from '../contract/run-view.js';

const moment = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The part of a progress that is for people; work may also report what only it understands. */
function progressOf(progress: object | null): RunProgress | null {
  const { text, phase, done, total } = (progress ?? {}) as Record<keyof RunProgress, unknown>;
  if (typeof text !== 'string') return null;
  return {
    text,
    ...(typeof phase === 'string' && { phase }),
    ...(typeof done === 'number' && done >= 0 && { done }),
    ...(typeof total === 'number' && total >= 1 && { total }),
  };
}

/** A run as its followers see it. */
export const viewOf = (run: Run): RunView => ({
  id: run.id,
  state: run.state,
  progress: progressOf(run.progress),
  error: run.error,
  createdAt: run.createdAt.toISOString(),
  startedAt: moment(run.startedAt),
  finishedAt: moment(run.finishedAt),
});
