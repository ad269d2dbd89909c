import { skillUnknown } from '../../contract/errors.js';
import type { Catalogue } from '../fetch/catalogue/catalogue.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import { nestedSource } from './nested-source.js';
import { textOf } from './same-source.js';
import type { PartChoice } from './select-parts.js';
import type { DirectSource } from './source.js';

/** A plugin at the root is taken whole, and what it does not list is no part of it. Throws `skill_unknown` with the way to such a skill. */
export function assertListed(
  catalogue: Catalogue,
  { name: plugin, skills: known }: Pick<FetchedPlugin, 'name' | 'skills'>,
  { choice, root }: { readonly choice: PartChoice; readonly root: string },
): void {
  const source = catalogue.rootPlugin?.source;
  if (source === undefined) return;
  for (const skill of [...choice.only, ...choice.skills]) {
    if (known.includes(skill)) continue;
    const [unlisted] = catalogue.skillsNamed(skill);
    const address = unlisted && addressOf(source, unlisted.folder, root);
    if (address !== undefined) throw skillUnknown({ plugin, skill, known, address });
  }
}

/** Folders of a package have no address. */
function addressOf(source: DirectSource, folder: string, root: string): string | undefined {
  if (source.kind !== 'git' && source.kind !== 'file') return undefined;
  const below = source.kind === 'git' ? source.path : '';
  return textOf(nestedSource({ direct: source, root: below }, folder), root);
}
