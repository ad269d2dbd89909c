import { join } from 'node:path';
import { writeFailed } from '../../contract/errors.js';
import { JOURNAL } from '../project/paths.js';
import { readableText } from '../project/project-file.js';
import type { Scope } from '../project/scope.js';
import { Changes } from '../transaction/changes.js';
import { isThere } from '../transaction/print.js';
import { MUTEX } from '../transaction/project-mutex.js';
import { withProject, type ProjectView, type SessionPlan } from './project-session.js';
import { readProjectState } from './project-state.js';

type Look<T> = (view: ProjectView) => Promise<T>;

const UNWRITABLE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Looks at a project without writing anything into it, so that it works on a read-only one too. Only where another command is at work
 * there, or was interrupted, the project is taken as if to write: then what that one does is waited for, or finished.
 */
export async function lookAtProject<T>(plan: SessionPlan, look: Look<T>): Promise<T> {
  const found = await undisturbed(plan.scope, look);
  if (found !== undefined) return found.value;
  try {
    return await withProject(plan, look);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const { root, workFolder } = plan.scope;
    plan.context.progress.warn(
      `${join(root, workFolder)} shows that a command is at work there or was interrupted, and cannot be written: what is reported may lie between two states.`,
    );
    return look(viewOf(plan.scope));
  }
}

/** `undefined` when somebody else was at work meanwhile. */
async function undisturbed<T>(scope: Scope, look: Look<T>): Promise<{ readonly value: T } | undefined> {
  const before = quietState(scope);
  if (before === undefined) return undefined;
  const seen = async (): Promise<T> => look(viewOf(scope));
  const outcome = await seen().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (quietState(scope) !== before) return undefined;
  if ('error' in outcome) throw outcome.error;
  return outcome;
}

/** What every command changes; `undefined` while one is at work, or when one was interrupted. */
function quietState({ root, workFolder, manifestFile, lockFile }: Scope): string | undefined {
  if ([MUTEX, JOURNAL].some((name) => isThere(join(root, workFolder, name)))) return undefined;
  return [manifestFile, lockFile].map((file) => readableText(join(root, file))).join('\0');
}

function viewOf(scope: Scope): ProjectView {
  const changes = new Changes(scope, join(scope.root, scope.workFolder), () => undefined);
  return { scope, state: readProjectState(scope), changes };
}

function isUnwritable(error: unknown): boolean {
  return writeFailed.is(error) && UNWRITABLE.has((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');
}
