import { usageError, type Context } from 'svc-registry/kernel';
import type { ProjectFiles } from '../../install/contract/project-files.js';
import type { PolicyPlaceInput } from '../contract/dto/commands.js';
import type { PolicyTargetRef } from '../contract/dto/policy.js';
import { linkedProject } from './linked-project.js';

/** What the flags name; `undefined` where they name nothing. */
export function namedPlace({ org, workspace, project }: PolicyPlaceInput): PolicyTargetRef | undefined {
  const named = Object.entries({ org, workspace, project }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (named.length > 1)
    throw usageError({ what: 'Policies are shown and changed one place at a time: name one of --org, --workspace and --project.' });
  const [first] = named;
  return first && { targetType: first[0], targetId: first[1] };
}

/** Where no flag says it: the workspace of `SVC_WORKSPACE`, or of the project around the folder. */
export async function placeOf(input: PolicyPlaceInput, files: ProjectFiles, { env, cwd, ask }: Context): Promise<PolicyTargetRef> {
  const named = namedPlace(input);
  if (named !== undefined) return named;
  const given = env['SVC_WORKSPACE'];
  const known = given === undefined || given === '' ? linkedProject((await files.around(cwd))?.name)?.workspace : given;
  return { targetType: 'workspace', targetId: known ?? (await ask.text({ message: 'Workspace', flag: '--workspace' })) };
}
