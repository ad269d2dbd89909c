import type { ModuleDeclaration } from '../../kernel/api/index.js';
import { faultError } from '../../kernel/graph/module-record.js';
import { deriveManifest, servicesOf } from '../../kernel/manifest/derive-manifest.js';
import type { ModuleManifest } from '../../kernel/manifest/manifest.js';

type FacetName = keyof ModuleManifest['provides'];
type Members = Readonly<Record<string, unknown>>;

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

/**
 * The declaration that a module's file exports by default. TypeScript's CommonJS output stores it as a member of `module.exports`, which node
 * treats as the default export.
 */
export function declarationOf(namespace: unknown, file: string): ModuleDeclaration {
  type Exported = ModuleDeclaration | undefined;
  const { default: exported } = namespace as {
    readonly default?: Exported & { readonly __esModule?: boolean; readonly default?: Exported };
  };
  const declaration = exported?.__esModule === true ? exported.default : exported;
  if (declaration === undefined) throw new Error(`${file} has no default export`);
  return declaration;
}

/** Refuses to run code whose declaration differs from its manifest: help, routing and the order of starts have been derived from the manifest. */
export async function verifyDeclaration(
  declaration: ModuleDeclaration,
  manifest: ModuleManifest,
): Promise<ModuleDeclaration> {
  const { provides } = manifest;
  const derived = await deriveManifest(declaration, []);
  refuseStale({ facets: derived.facets, ...manifest }, { ...derived, provides });
  const verified = (name: FacetName) => {
    const load = declaration[name];
    const verifiedLoad = async () => {
      const file = await load?.();
      refuseStale({ provides: provides[name] }, { provides: servicesOf(file?.default ?? {}) });
      return file;
    };
    return load && { [name]: verifiedLoad };
  };
  return { ...declaration, ...verified('client'), ...verified('server') };
}
