import { recoveryFailed } from '../../contract/errors.js';
import { PathChanged, type Journal, type JournalEntry } from './journal.js';

/**
 * Completes the decided change of an interrupted command, or undoes it if that is impossible.
 * Later edits by people are kept. Returns the notes to report.
 */
export function recover(journal: Journal): readonly string[] {
  const entries = journal.read();
  if (entries === undefined) {
    journal.discardStaged();
    return [];
  }
  try {
    const left = applyAll(journal, entries);
    journal.finish();
    const notes = left.map(
      (path) => `${path} was changed while a command was interrupted and is left as it is.`,
    );
    return ['An interrupted command was finished.', ...notes];
  } catch (error) {
    takeBack(journal, entries);
    return [
      `An interrupted command could not be finished (${(error as Error).message}) and was taken back.`,
    ];
  }
}

/** Undoes all entries, last first, and ends the journal. */
export function takeBack(journal: Journal, entries: readonly JournalEntry[]): void {
  for (const [index, entry] of [...entries.entries()].reverse()) {
    try {
      journal.undo(entry, index);
    } catch (error) {
      throw recoveryFailed({ path: entry.path, why: (error as Error).message }, { cause: error });
    }
  }
  journal.finish();
}

function applyAll(journal: Journal, entries: readonly JournalEntry[]): readonly string[] {
  const left: string[] = [];
  const resolve = journal.resolver();
  for (const [index, entry] of entries.entries()) {
    try {
      journal.apply(entry, index, resolve);
    } catch (error) {
      if (!(error instanceof PathChanged)) throw error;
      left.push(error.path);
    }
  }
  return left;
}
