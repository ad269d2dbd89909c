/** Documents for one kind of reader, in the order in which they are read. */
export interface Shelf {
  readonly title: string;
  readonly about: string;
  /** As in `Library`. */
  readonly documents: readonly string[];
}

const guides = (...names: string[]): string[] => names.map((name) => `guides/${name}`);

/** Where the page of contents has each document. Records of decisions and extension points are listed by documents of their own. */
export const shelves: readonly Shelf[] = [
  {
    title: 'For operators',
    about: 'Run a server, connect it, and decide what people may install and publish.',
    documents: [
      ...guides('operate-a-server'),
      'reference/settings',
      ...guides('network', 'policies'),
      'performance',
      'performance-of-a-server',
    ],
  },
  {
    title: 'For authors and users of plugins',
    about: 'Install plugins, write them, and find out whether they help and what they could do.',
    documents: [
      ...guides('set-up-a-project', 'install-in-ci', 'vendor-plugins', 'tool-server', 'agent'),
      ...guides('write-hooks', 'review', 'quality', 'reviewers', 'evaluations'),
      ...guides('launch', 'schedules', 'tasks', 'scripts'),
      'agents',
      'real-repositories',
      ...guides('lnk-config', 'lnk-patterns', 'lnk-templates'),
      'reference/lnk-config',
      'reference/lnk-config-feature',
    ],
  },
  {
    title: 'For writers of modules',
    about: 'Add commands, tools, routes and pages of your own.',
    documents: [
      ...guides('write-a-module'),
      'reference/extension-points',
      'reference/example-module',
      'adr',
    ],
  },
];
