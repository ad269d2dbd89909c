import { usageError, type Context } from 'svc-registry/kernel';
import { askForWorkspace } from '../../identity/contract/ask-for-workspace.js';
import type { ProjectFiles } from '../../install/contract/project-files.js';
import type { PolicyPlaceInput } from '../contract/dto/commands.js';
import type { PolicyTargetRef } from '../contract/dto/policy.js';
import { linkedProject } from './linked-project.js';

/** The target whose policies are meant. */
export type Place = Pick<PolicyTargetRef, keyof PolicyTargetRef>;

/** The target that the flags name; `undefined` without flags. */
export function namedPlace({ org, workspace, project }: PolicyPlaceInput): Place | undefined {
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
export async function placeOf(
  input: PolicyPlaceInput,
  files: ProjectFiles,
  context: Context,
): Promise<Place> {
  const { env, cwd } = context;
  const named = namedPlace(input);
  if (named !== undefined) return named;
  const given = env['SVC_WORKSPACE'];
  const known =
    given === undefined || given === ''
      ? linkedProject((await files.around(cwd))?.name)?.workspace
      : given;
  return {
    targetType: 'workspace',
    targetId: known ?? (await askForWorkspace('Workspace', context)),
  };
}
