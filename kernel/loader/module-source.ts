import type { Facet, ModuleDeclaration } from '../api/index.js';
import type { Fault } from '../graph/module-record.js';
import type { ModuleManifest } from '../manifest/manifest.js';

/** Where a module comes from. Its code is imported by `load`, on first use of it. */
export interface ModuleSource {
  readonly id: string;
  /** `built-in`, or the file that the module was found through. */
  readonly origin: string;
  /** The host cannot work without it: its failure is the host's failure. */
  readonly required?: boolean;
  /** Left out in tests: it is then derived from the declaration, which is loaded immediately. */
  readonly manifest?: ModuleManifest;
  /** Why the module cannot even be looked at, such as a manifest that cannot be read. */
  readonly problem?: Fault;
  load(): Promise<ModuleDeclaration>;
  /** Imports the client facet alone: on the user's machine a module that is only required needs no more, and every start waits for it. */
  readonly client?: FacetImport;
}

/** A source of a module that is at hand already. */
export function inlineSource(
  declaration: ModuleDeclaration,
  more: Partial<ModuleSource> = {},
): ModuleSource {
  return {
    id: declaration.id,
    origin: 'built-in',
    load: () => Promise.resolve(declaration),
    ...more,
  };
}

type ModuleFile = { readonly default: ModuleDeclaration };
type FacetImport = () => Promise<{ readonly default: Facet }>;

/** Sources of the modules that ship with the product: each one's manifest, and how to import its `module.ts` and its client facet. */
export function builtInSources(
  manifests: readonly ModuleManifest[],
  imports: Readonly<Record<string, () => Promise<ModuleFile>>>,
  clients: Readonly<Record<string, FacetImport>> = {},
): ModuleSource[] {
  const manifestOf = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  return Object.entries(imports).map(([id, load]) => {
    const [manifest, client] = [manifestOf.get(id), clients[id]];
    return {
      id,
      origin: 'built-in',
      ...(manifest && { manifest }),
      ...(client && { client }),
      load: async () => (await load()).default,
    };
  });
}
