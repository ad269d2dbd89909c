import type { Context } from 'svc-registry/kernel';
import { isUuid } from '../../../identity/contract/name-rules.js';
import { environmentUnknown } from '../../contract/environment-errors.js';
import { listEnvironments } from '../../contract/environment-operations.js';
import { environmentRules } from '../../contract/environment-rules.js';

/** How many names of others an error lists. */
const MOST_NAMES = 20;

/**
 * Id of the environment that a person names; an id stands for itself, and is not looked up. Throws `environment_unknown`, which lists
 * the names that there are. `workspace` is asked for only when it is needed.
 */
export async function environmentId(
  nameOrId: string,
  workspace: () => Promise<string>,
  { invoke }: Pick<Context, 'invoke'>,
): Promise<string> {
  if (isUuid(nameOrId)) return nameOrId.toLowerCase();
  const where = { workspace: await workspace() };
  if (environmentRules.name.form.test(nameOrId)) {
    const found = await invoke(listEnvironments, { ...where, name: nameOrId });
    const [environment] = found.data;
    if (environment !== undefined) return environment.id;
  }
  const { data, next } = await invoke(listEnvironments, { ...where, pageSize: MOST_NAMES });
  const names = data.flatMap(({ name }) => name ?? []);
  throw environmentUnknown({ ...where, name: nameOrId, names, more: next !== null });
}
