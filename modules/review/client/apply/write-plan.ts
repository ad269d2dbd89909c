import { fromFileSystem, isSvcError, type HostInfo } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { fixConflict, fixNotWritten } from '../../contract/fix-errors.js';
import { sha256Of, type WritePlan } from './plan.js';
import { hashAt } from './skill-file.js';
import { EditedMeanwhile, WriteJournal } from './write-journal.js';

type Fault = HostInfo['fault'];

/** Finishes what a killed command left in the folder of a skill; to be called before its files are read. Answers whether there was something to finish. */
export const finishInterrupted = (folder: string, fault: Fault): boolean =>
  journalOf(folder, fault).recover();

/**
 * Writes the files of a plan, all or none; answers the paths that were written. Files that have their new text already are left, so that a plan may be
 * written twice. Errors: `fix_conflict`, `fix_unsafe_path`, `fix_busy`, `fix_not_written`.
 */
export function writePlan(plan: WritePlan, fault: Fault): readonly string[] {
  const { folder } = plan;
  const journal = journalOf(folder, fault);
  const writes = openWrites(plan);
  if (writes.length === 0) return [];
  journal.recover();
  try {
    journal.stage(writes);
    journal.decide();
    journal.writeAll();
    journal.clean();
  } catch (error) {
    throw undone(journal, error);
  }
  return writes.map(({ path }) => path);
}

const journalOf = (folder: string, fault: Fault): WriteJournal =>
  new WriteJournal(folder, fault ?? (() => undefined));

/** The writes that are still to be made. Throws `fix_conflict` with all files that somebody edited. */
export function openWrites({ folder, baseline, writes }: WritePlan): WritePlan['writes'] {
  const open = writes.filter(({ path, content }) => hashAt(folder, path) !== sha256Of(content));
  const written = new Set(writes.filter((write) => !open.includes(write)).map(({ path }) => path));
  const edited = baseline
    .filter(({ path, sha256 }) => !written.has(path) && hashAt(folder, path) !== sha256)
    .map(({ path }) => path);
  if (edited.length > 0) throw fixConflict({ files: edited });
  return open;
}

/** All files are as before afterwards, as far as nobody else edits them. */
function undone(journal: WriteJournal, error: unknown): unknown {
  if (isSvcError(error) && error.code === 'fix_busy') return error;
  journal.takeBack();
  journal.clean();
  if (error instanceof EditedMeanwhile) return fixConflict({ files: [error.path] });
  if (isSvcError(error) || fromFileSystem(error) === undefined) return error;
  const { path: at } = error as { path?: unknown };
  const path = typeof at === 'string' ? at : 'a file';
  return fixNotWritten({ path, why: fileSystemReason(error) }, { cause: error });
}
