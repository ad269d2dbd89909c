import type { Field, Section } from './field.js';

/** The configuration as nested sections, with fields as leaves. */
export interface SectionTree {
  readonly section: Section;
  readonly members: ReadonlyMap<string, SectionTree | Field>;
}

export const isSection = (entry: SectionTree | Field): entry is SectionTree => 'section' in entry;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Nests sections and fields by their paths. Throws for an entry whose section is not in the table. */
export function fieldTree(sections: readonly Section[], fields: readonly Field[]): SectionTree {
  const root = { section: { path: '', doc: '' }, members: new Map() };
  const bySection = new Map<
    string,
    { section: Section; members: Map<string, SectionTree | Field> }
  >([['', root]]);
  const membersOf = (path: string): Map<string, SectionTree | Field> => {
    const parent = bySection.get(parentOf(path));
    if (parent === undefined) throw new Error(`${path} stands in no section`);
    return parent.members;
  };
  for (const section of sections) {
    const tree = { section, members: new Map<string, SectionTree | Field>() };
    membersOf(section.path).set(nameOf(section.path), tree);
    bySection.set(section.path, tree);
  }
  for (const field of fields) membersOf(field.path).set(nameOf(field.path), field);
  return root;
}
