import { join } from 'node:path';
import { writeFailed } from '../../contract/errors.js';
import { JOURNAL } from '../project/paths.js';
import { readableText } from '../project/project-file.js';
import type { Scope } from '../project/scope.js';
import { Changes } from '../transaction/changes.js';
import { isThere } from '../transaction/file-entry.js';
import { MUTEX } from '../transaction/project-mutex.js';
import { withProject, type ProjectView, type SessionPlan } from '../apply/project-session.js';
import { readProjectState } from '../project/project-state.js';

type Read<T> = (view: ProjectView) => Promise<T>;

const UNWRITABLE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Reads a project in a consistent state without writing, so that read-only projects work too. Only if another command
 * runs there or was interrupted, the project is locked as for a write, which waits for that command or completes it.
 */
export async function readConsistently<T>(plan: SessionPlan, read: Read<T>): Promise<T> {
  const found = await tryConsistentRead(plan.scope, read);
  if (found !== undefined) return found.value;
  try {
    return await withProject(plan, read);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const { root, workFolder } = plan.scope;
    plan.context.progress.warn(
      `${join(root, workFolder)} shows that another command is running or was interrupted, and it cannot be written: this report may show a half-finished change.`,
    );
    return read(viewOf(plan.scope));
  }
}

/** `undefined` if another command ran meanwhile. */
async function tryConsistentRead<T>(
  scope: Scope,
  read: Read<T>,
): Promise<{ readonly value: T } | undefined> {
  const before = stateUnlessBusy(scope);
  if (before === undefined) return undefined;
  const seen = async (): Promise<T> => read(viewOf(scope));
  const outcome = await seen().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (stateUnlessBusy(scope) !== before) return undefined;
  if ('error' in outcome) throw outcome.error;
  return outcome;
}

/** A state that every command changes; `undefined` while a command runs or after one was interrupted. */
function stateUnlessBusy({ root, workFolder, manifestFile, lockFile }: Scope): string | undefined {
  if ([MUTEX, JOURNAL].some((name) => isThere(join(root, workFolder, name)))) return undefined;
  return [manifestFile, lockFile].map((file) => readableText(join(root, file))).join('\0');
}

function viewOf(scope: Scope): ProjectView {
  const changes = new Changes(scope, join(scope.root, scope.workFolder), () => undefined);
  return { scope, state: readProjectState(scope), changes };
}

function isUnwritable(error: unknown): boolean {
  return (
    writeFailed.is(error) &&
    UNWRITABLE.has((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '')
  );
}
