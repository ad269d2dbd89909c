import type { Facet, ModuleDeclaration } from '../../kernel/api/index.js';
import { faultError } from '../../kernel/graph/module-record.js';
import { deriveManifest, servicesOf } from '../../kernel/manifest/derive-manifest.js';
import type { ModuleManifest } from '../../kernel/manifest/manifest.js';

type FacetName = keyof ModuleManifest['provides'];
type Members = Readonly<Record<string, unknown>>;

/** The default export. TypeScript's CommonJS output stores it as a member of `module.exports`, which node treats as the default export. */
function defaultOf(namespace: unknown, file: string): unknown {
  const { default: exported } = namespace as { readonly default?: unknown };
  const inner = exported as
    { readonly __esModule?: boolean; readonly default?: unknown } | undefined;
  const value = inner?.__esModule === true ? inner.default : exported;
  if (value === undefined) throw new Error(`${file} has no default export`);
  return value;
}

/** Whether the manifest contains everything that the code declares. Additional fields are accepted, because a newer kernel may know them. */
function agrees(written: unknown, declared: unknown): boolean {
  if (typeof declared !== 'object' || declared === null) return written === declared;
  const [left, right] = [(written ?? {}) as Members, declared as Members];
  if (Array.isArray(declared) && left['length'] !== declared.length) return false;
  return Object.keys(right).every((name) => agrees(left[name], right[name]));
}

function refuseStale(written: Members, declared: Members): void {
  const stale = Object.keys(declared).find((name) => !agrees(written[name], declared[name]));
  if (stale === undefined) return;
  throw faultError(
    'manifest_stale',
    `its manifest is out of date in "${stale}": \`svc modules check\` in its folder says more`,
  );
}

type Loaded = { readonly default: Facet };

/** The same declaration, with each loaded facet passed through `pass`. */
function withFacets(
  declaration: ModuleDeclaration,
  pass: (loaded: Loaded, name: FacetName) => Facet,
): ModuleDeclaration {
  const passing = (name: FacetName) => {
    const load = declaration[name];
    return load && { [name]: async (): Promise<Loaded> => ({ default: pass(await load(), name) }) };
  };
  return { ...declaration, ...passing('client'), ...passing('server') };
}

/** The declaration that a module's file exports. */
export function declarationOf(namespace: unknown, file: string): ModuleDeclaration {
  const declaration = defaultOf(namespace, file) as ModuleDeclaration;
  return withFacets(declaration, (loaded, name) => defaultOf(loaded, `the ${name} facet`) as Facet);
}

/** Refuses to run code whose declaration differs from its manifest: help, routing and the order of starts have been derived from the manifest. */
export async function verifyDeclaration(
  declaration: ModuleDeclaration,
  manifest: ModuleManifest,
): Promise<ModuleDeclaration> {
  const { provides } = manifest;
  const derived = await deriveManifest(declaration, []);
  refuseStale({ facets: derived.facets, ...manifest }, { ...derived, provides });
  return withFacets(declaration, ({ default: facet }, name) => {
    refuseStale({ provides: provides[name] }, { provides: servicesOf(facet) });
    return facet;
  });
}
