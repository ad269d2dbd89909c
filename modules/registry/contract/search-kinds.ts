export const searchTypes = ['skills', 'docs', 'rules'] as const;
export type SearchType = (typeof searchTypes)[number];

export const hitKinds = ['plugin', 'skill', 'rule', 'doc'] as const;
export type HitKind = (typeof hitKinds)[number];

/** What a search of a type finds; plugins without one. */
export function hitKindOf(type: SearchType | undefined): HitKind {
  if (type === undefined) return 'plugin';
  return ({ skills: 'skill', rules: 'rule', docs: 'doc' } as const)[type];
}

/** Characters of a query. */
export const LONGEST_QUERY = 500;
