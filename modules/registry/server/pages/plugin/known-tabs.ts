/** A tab that the plugin's page has even where no module fills it: then a sentence says why. */
export interface KnownTab {
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** What the server does not do without the module. */
  readonly does: string;
  readonly module: string;
  /** The fact of versions that the tab is about. */
  readonly fact: string;
}

export const knownTabs: readonly KnownTab[] = [
  {
    id: 'security',
    title: 'Security',
    order: 10,
    does: 'review plugins',
    module: 'review',
    fact: 'security',
  },
  {
    id: 'quality',
    title: 'Quality',
    order: 20,
    does: 'judge the quality of plugins',
    module: 'review',
    fact: 'quality',
  },
  {
    id: 'evaluations',
    title: 'Evaluations',
    order: 30,
    does: 'evaluate plugins',
    module: 'eval',
    fact: 'impact',
  },
];
