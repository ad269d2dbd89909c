import { usageError, type Context } from 'svc-registry/kernel';
import { askForWorkspace } from '../../identity/contract/ask-for-workspace.js';
import { namedWorkspace } from '../../identity/contract/named-workspace.js';
import { parseLinkedName, type ProjectFiles } from '../../install/contract/project-files.js';
import type { PolicyTargetInput } from '../contract/dto/commands.js';
import type { PolicyTargetRef } from '../contract/dto/policy.js';

/** The target whose policies are meant. */
export type RequestedTarget = Pick<PolicyTargetRef, keyof PolicyTargetRef>;

/** The target that the flags name; `undefined` without flags. */
export function namedTarget({
  org,
  workspace,
  project,
}: PolicyTargetInput): RequestedTarget | undefined {
  const named = Object.entries({ org, workspace, project }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (named.length > 1)
    throw usageError({
      what: '--org, --workspace and --project exclude each other: policies belong to one of these.',
    });
  const [first] = named;
  return first && { targetType: first[0], targetId: first[1] };
}

/**
 * The target that the flags name, or else the workspace of `SVC_WORKSPACE` or of the linked project around the folder;
 * otherwise the user is asked.
 */
export async function requestedTarget(
  input: PolicyTargetInput,
  files: ProjectFiles,
  context: Context,
): Promise<RequestedTarget> {
  const named = namedTarget(input);
  if (named !== undefined) return named;
  const known =
    namedWorkspace(undefined, context) ??
    parseLinkedName((await files.around(context.cwd))?.name)?.workspace;
  return {
    targetType: 'workspace',
    targetId: known ?? (await askForWorkspace({ message: 'Workspace' }, context)),
  };
}
