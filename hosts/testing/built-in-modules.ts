import type { ModuleDeclaration } from 'svc-registry/kernel';
import { builtInModules as imports } from '../builtin.js';

/** The modules that ship with the product, for tests of modules that require some: `startTestHost({ modules: [...builtIn, mine] })`. */
export async function builtInModules(): Promise<ModuleDeclaration[]> {
  const modules: ModuleDeclaration[] = [];
  // one after the other: jest cannot link modules that are imported at the same time and share a third
  for (const load of Object.values(imports)) modules.push((await load()).default);
  return modules;
}
