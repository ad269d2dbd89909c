import { posix } from 'node:path';
import { pathBelow, type TreeFolder } from './source-tree.js';

const SKILL_FILE = 'SKILL.md';
/** Either file makes a folder a plugin. */
export const MANIFESTS = ['.svc-plugin/plugin.json', 'tile.json'];
/** Folders for skills that authors do not or no longer offer. */
const WITHDRAWN: ReadonlySet<string> = new Set([
  'internal',
  'archive',
  'archived',
  '_archive',
  '_archived',
  'deprecated',
  'node_modules',
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
const CURATED = '.curated';

export interface FoundSkills {
  /** Folders with a skill that is meant for others, sorted. The root's is `''`. */
  readonly offered: readonly string[];
  /** Folders with a skill that is not offered: internal, archived, hidden. */
  readonly hidden: readonly string[];
  /** Folders with a whole plugin. */
  readonly plugins: readonly string[];
}

/** Finds skills by file paths. All paths are relative to the folder. */
export function findSkills({ tree, root }: TreeFolder): FoundSkills {
  const paths = [...tree.entries.values()].flatMap(({ path, kind }) =>
    kind === 'file' ? (pathBelow(root, path) ?? []) : [],
  );
  const folders = paths
    .filter((path) => posix.basename(path) === SKILL_FILE)
    .map((path) => posix.dirname(path).replace(/^\.$/, ''));
  const outermost = withoutNested(folders.sort());
  return {
    offered: outermost.filter(isOffered),
    hidden: outermost.filter((folder) => !isOffered(folder)),
    plugins: MANIFESTS.flatMap((manifest) =>
      paths
        .filter((path) => path.endsWith(`/${manifest}`))
        .map((path) => path.slice(0, -manifest.length - 1)),
    ),
  };
}

/** Preference among copies of a skill: the lowest rank wins. A copy outside agents' folders is the original. */
export function copyRank(folder: string): number {
  const agent = /(?:^|\/)\.(\w+)\/skills(?:\/|$)/.exec(folder)?.[1];
  return agent === undefined ? 0 : AGENT_FOLDERS.indexOf(agent) + 1;
}

/** A skill inside another skill is that skill's material, such as an example. Only the root's skill may contain others. */
function withoutNested(folders: readonly string[]): readonly string[] {
  const all = new Set(folders);
  const isNested = (folder: string): boolean => {
    for (let above = posix.dirname(folder); above !== '.'; above = posix.dirname(above))
      if (all.has(above)) return true;
    return false;
  };
  return folders.filter((folder) => folder === '' || !isNested(folder));
}

function isOffered(folder: string): boolean {
  const segments = folder.split('/');
  return segments.every((segment, index) => {
    if (WITHDRAWN.has(segment.toLowerCase())) return false;
    if (!segment.startsWith('.') || segment === CURATED) return true;
    return AGENT_FOLDERS.includes(segment.slice(1)) && segments[index + 1] === 'skills';
  });
}
