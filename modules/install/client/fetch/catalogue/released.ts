import { isOfMachine, withheldBy } from '../collection/withheld.js';
import type { CataloguePlugin, CatalogueSkill } from './catalogue.js';

interface Parts {
  readonly plugins: readonly CataloguePlugin[];
  readonly skills: readonly CatalogueSkill[];
}

interface Released extends Parts {
  /** Why these parts would be withheld in a source that has others. */
  readonly released: readonly string[];
}

/**
 * Offers what is withheld for its folder where a source has nothing else: its author means it then, such as the templates of a project that is
 * nothing but templates.
 */
export function withFoldersReleased({ plugins, skills }: Parts): Released {
  const isOffered =
    plugins.some(({ withheld }) => withheld === undefined) ||
    skills.some(({ plugin, withheld }) => plugin === undefined && withheld === undefined);
  if (isOffered) return { plugins, skills, released: [] };
  const reasons = new Set<string>();
  const release = <P extends CataloguePlugin | CatalogueSkill>(part: P): P => {
    const { folder, withheld } = part;
    if (withheld === undefined || withheld !== withheldBy(folder) || isOfMachine(folder))
      return part;
    reasons.add(withheld);
    return { ...part, withheld: undefined };
  };
  return { plugins: plugins.map(release), skills: skills.map(release), released: [...reasons] };
}

const MOST_REASONS = 3;

/** One line about what is taken all the same; `undefined` if nothing is. */
export function releasedText(name: string, reasons: readonly string[]): string | undefined {
  if (reasons.length === 0) return undefined;
  const more = reasons.length > MOST_REASONS ? ', …' : '';
  const list = reasons.slice(0, MOST_REASONS).join(', ');
  return `${name} has nothing but what is usually left out (${list}${more}), so that is offered.`;
}
