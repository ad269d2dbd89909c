import { isSvcError } from 'svc-registry/kernel';
import { CellFailed } from './solution.js';

type Class = ConstructorParameters<typeof CellFailed>[0];

/** Whose failure an error is, and whether another attempt may help. */
const classes: ReadonlyMap<string, readonly [Class, boolean]> = new Map([
  ['sandbox_unavailable', ['infra', false]],
  ['sandbox_ended', ['infra', true]],
  ['sandbox_program_failed', ['infra', true]],
  ['sandbox_file_failed', ['infra', true]],
  ['sandbox_setting_invalid', ['infra', false]],
  ['agent_not_launchable', ['infra', false]],
  ['agent_program_missing', ['infra', false]],
  ['secrets_unavailable', ['infra', true]],
  ['secret_unreadable', ['infra', false]],
  ['blob_missing', ['infra', false]],
  ['environment_gone', ['setup', false]],
  ['skill_not_installed', ['setup', false]],
  ['repository_unavailable', ['setup', true]],
  ['repository_address_invalid', ['setup', false]],
  ['repository_empty', ['setup', false]],
  ['repository_too_large', ['setup', false]],
  ['revision_missing', ['setup', false]],
  ['archive_too_large', ['setup', false]],
]);

/** What a server says of a repository that will not be there at the next attempt either. */
const GONE = /does not exist|not found/i;

/** The failure of a cell that an error stands for; `undefined` for a bug. */
export function failedAs(error: unknown): CellFailed | undefined {
  if (error instanceof CellFailed) return error;
  if (!isSvcError(error)) return undefined;
  const [failureClass, repeatable] = classes.get(error.code) ?? [];
  if (failureClass === undefined) return undefined;
  const isGone = error.code === 'repository_unavailable' && GONE.test(error.message);
  return new CellFailed(failureClass, error.message, repeatable === true && !isGone);
}
