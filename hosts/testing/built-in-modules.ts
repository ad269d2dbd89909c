import type { ModuleDeclaration } from 'svc-registry/kernel';
import { builtInModules as imports } from '../builtin.js';

/** The modules that ship with the product, for tests of modules that require some: `startTestHost({ modules: [...builtIn, mine] })`. */
export async function builtInModules(): Promise<ModuleDeclaration[]> {
  return Promise.all(Object.values(imports).map(async (load) => (await load()).default));
}
