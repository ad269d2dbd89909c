import { onceDone } from '../../toolbox/once.js';
import type { Facet, ModuleDeclaration } from '../api/index.js';
import type { Fault } from '../graph/module-record.js';
import type { ModuleManifest } from '../manifest/manifest.js';

/** The source of a module. Its code is imported by `load`, on first use. */
export interface ModuleSource {
  readonly id: string;
  /** `built-in`, or the file that the module was found through. */
  readonly origin: string;
  /** The host cannot work without the module, so the module's failure is the host's failure. */
  readonly required?: boolean;
  /** May be left out in tests: it is then derived from the declaration, which is loaded immediately. */
  readonly manifest?: ModuleManifest;
  /** Reads the whole manifest, where `manifest` is what a start reads. */
  readonly complete?: () => Promise<ModuleManifest>;
  /** Why the module cannot be examined, such as an unreadable manifest. */
  readonly problem?: Fault;
  load(): Promise<ModuleDeclaration>;
  /**
   * Imports only the client facet. On the user's machine this suffices for a module that is only required by another, and saves time at every
   * start.
   */
  readonly client?: FacetImport;
}

/** The source of a module that is already loaded. */
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

interface BuiltInImports {
  readonly clients?: Readonly<Record<string, FacetImport>>;
  /** Reads the whole manifest of a module. */
  readonly complete?: (id: string) => Promise<ModuleManifest>;
}

/** Sources of the built-in modules: their manifests, and functions that import their `module.ts` and their client facets. */
export function builtInSources(
  manifests: readonly ModuleManifest[],
  imports: Readonly<Record<string, () => Promise<ModuleFile>>>,
  { clients = {}, complete }: BuiltInImports = {},
): ModuleSource[] {
  const manifestOf = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  return Object.entries(imports).map(([id, load]) => {
    const [manifest, client] = [manifestOf.get(id), clients[id]];
    return {
      id,
      origin: 'built-in',
      ...(manifest && { manifest }),
      ...(complete && { complete: onceDone(() => complete(id)) }),
      ...(client && { client }),
      load: async () => (await load()).default,
    };
  });
}
