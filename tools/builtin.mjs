// hosts/builtin.ts, from the folders below modules/: run by the build, and by a test that compares it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { globSync } from 'tinyglobby';

const ROOT = resolve(import.meta.dirname, '..');
const FILE = join(ROOT, 'hosts/builtin.ts');

const entry = (name, path) => `${name}: () => import('${path}'),`;

export async function builtInText() {
  const names = globSync('modules/*/module.ts', { cwd: ROOT })
    .map((path) => path.split('/')[1])
    .sort();
  const clients = names.filter((name) =>
    existsSync(join(ROOT, 'modules', name, 'client/index.ts')),
  );
  const text = `// Written by the build from the folders below modules/.
import type { Facet, ModuleDeclaration } from 'svc-registry/kernel';

/** The modules that ship with the product, and the host's own. */
export const builtInModules: Readonly<
  Record<string, () => Promise<{ readonly default: ModuleDeclaration }>>
> = {
  ${names.map((name) => entry(name, `../modules/${name}/module.js`)).join('\n')}
  ${entry('host', './module/module.js')}
};

/**
 * The client facets of these modules, as their declarations name them. A module that is only required by another loads its facet without its
 * declaration.
 */
export const builtInClients: Readonly<Record<string, () => Promise<{ readonly default: Facet }>>> = {
  ${clients.map((name) => entry(name, `../modules/${name}/client/index.js`)).join('\n')}
};
`;
  return format(text, { ...(await resolveConfig(FILE)), parser: 'typescript' });
}

/** Writes the file unless it is so already. */
export async function writeBuiltIn() {
  const text = await builtInText();
  if (readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text);
}
