import type { ModuleDeclaration } from 'svc-registry/kernel';
import { builtInModules as imports } from '../builtin.js';

/** The given modules, after those of the product that they or `ids` require. A given module replaces the product's of the same id. */
export async function withRequired(
  given: readonly ModuleDeclaration[],
  ids: readonly string[],
): Promise<ModuleDeclaration[]> {
  const known = new Set(given.map(({ id }) => id));
  const required = [...ids, ...given.flatMap(({ requires = [] }) => requires)];
  const added: ModuleDeclaration[] = [];
  // one after the other: jest cannot link modules that are imported at the same time and share a third
  for (const id of required) {
    const load = known.has(id) ? undefined : imports[id];
    if (load === undefined) continue;
    known.add(id);
    const { default: module } = await load();
    added.push(module);
    required.push(...(module.requires ?? []));
  }
  return [...added, ...given];
}
