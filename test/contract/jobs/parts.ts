import type { Part } from './scripted.js';

/** A part that goes on until the test lets it, whatever its signal says; `begun` has one entry for each attempt. */
export function heldPart(answer: Part = () => Promise.resolve(undefined)) {
  const begun: AbortSignal[] = [];
  let letGo = (): void => undefined;
  const gone = new Promise<void>((done) => {
    letGo = done;
  });
  const part: Part = async (run, attempt) => {
    begun.push(attempt.signal);
    await gone;
    return answer(run, attempt);
  };
  return { part, begun, letGo };
}

/** Goes on until its signal aborts and ends then, as well-behaved work does. */
export const obedientPart: Part = (_run, { signal }) =>
  new Promise((_done, failed) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => {
      failed(signal.reason as Error);
    });
  });
