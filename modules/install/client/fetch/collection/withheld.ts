/** Folders for parts that authors do not or no longer offer, and for material of tests. */
const WITHDRAWN: ReadonlySet<string> = new Set([
  'internal',
  'archive',
  'archived',
  '_archive',
  '_archived',
  'deprecated',
  'node_modules',
  'fixtures',
  '__fixtures__',
  'template',
  'templates',
]);
const OF_MACHINE: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.svc',
  '.venv',
  '.cache',
  '.tox',
]);
/** Where agents keep the skills of a repository, in the order in which copies of one skill are preferred. */
const AGENT_FOLDERS = [
  'agents',
  'claude',
  'codex',
  'cursor',
  'gemini',
  'github',
  'opencode',
  'openhands',
  'copilot',
  'factory',
  'cline',
  'goose',
  'kiro',
  'junie',
  'windsurf',
];
/** What agents keep in their folders, also beside others of its kind, such as `skills-en`. */
const AGENT_PARTS = /^(?:skills|plugins)(?![a-z])/i;
/** Hidden folders in which collections keep skills that they offer. */
const OFFERED: ReadonlySet<string> = new Set(['.curated', '.experimental']);

/** Why a folder's skill or plugin is installed only when it is named, as the end of a sentence; `undefined` where nothing hinders. */
export function withheldBy(folder: string): string | undefined {
  const segments = folder.split('/');
  for (const [index, segment] of segments.entries()) {
    const before = segments.slice(0, index);
    if (isWithdrawn(segment.toLowerCase(), before)) return `it is in a folder called ${segment}`;
    if (isHidden(segment, segments[index + 1])) return `it is in the hidden folder ${segment}`;
  }
  return undefined;
}

function isWithdrawn(segment: string, before: readonly string[]): boolean {
  if (WITHDRAWN.has(segment)) return true;
  return segment === 'inputs' && before.some((above) => /^evals?$/i.test(above));
}

function isHidden(segment: string, next: string | undefined): boolean {
  if (!segment.startsWith('.') || OFFERED.has(segment)) return false;
  return !(AGENT_FOLDERS.includes(segment.slice(1)) && AGENT_PARTS.test(next ?? ''));
}

/** Whether tools put the folder there, and nobody wrote what is in it. */
export function isOfMachine(folder: string): boolean {
  return folder.split('/').some((segment) => OF_MACHINE.has(segment.toLowerCase()));
}

/** Preference among copies of a skill: the lowest rank wins. A copy outside agents' folders is the original. */
export function copyRank(folder: string): number {
  const agent = /(?:^|\/)\.(\w+)\/skills(?![a-z])/i.exec(folder)?.[1];
  return agent === undefined ? 0 : AGENT_FOLDERS.indexOf(agent) + 1;
}
