import type { Catalogue } from '../fetch/catalogue/catalogue.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { isSameOrigin, isSameSource } from './same-source.js';
import type { Present } from './select-parts.js';
import type { DirectSource } from './source.js';

/** What svc.json has of a source already. */
export function presentOf(
  catalogue: Catalogue,
  {
    source,
    manifest,
    root,
  }: {
    readonly source: DirectSource;
    readonly manifest: ProjectManifest | undefined;
    readonly root: string;
  },
): Present {
  const dependencies = [...(manifest?.dependencies ?? [])];
  const own = manifest?.dependencies.get(catalogue.name);
  const plugins = new Map(
    catalogue.plugins.flatMap((plugin) => {
      const [known] = dependencies.filter(([, dependency]) =>
        isSameSource(dependency.source, plugin.source, root),
      );
      return known === undefined ? [] : [[plugin.folder, known[0]] as const];
    }),
  );
  const collection =
    catalogue.rootPlugin === undefined && isSameOrigin(own?.source, source, root) ? own : undefined;
  return { collection, plugins };
}
