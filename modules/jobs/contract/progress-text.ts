import type { RunProgress } from './run-view.js';

/** How far a run is, in one line: `Solving scenario tea (3 of 12)`; empty if it has reported nothing. */
export function progressText(progress: RunProgress | null): string {
  if (progress === null) return '';
  const { text, phase, done, total } = progress;
  const words = phase === undefined ? text : `${phase} ${text}`;
  return total === undefined ? words : `${words} (${done ?? 0} of ${total})`;
}
