import { posix, resolve } from 'node:path';
import type { AgentSite, HookFile, RulesFile } from '../../contract/agents.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { pathIn, realFolder } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/file-entry.js';
import { isSubagentFile } from '../wiring/subagents.js';
import { isWholeFile } from '../wiring/written-text.js';
import { pathsOf, toolServerFiles, type Agent } from './agents.js';

/** The path that svc wrote for an agent; `null` if it wrote none. */
export type WrittenPaths = Readonly<
  Record<Exclude<keyof AgentSite['wrote'], 'subagents'>, string | null>
>;

/** A folder of skills may be a link to that of another agent: any link counts for all. */
export function writtenPaths(
  agent: Agent,
  scope: Scope,
  { links, references, toolServers, hooks }: ManagedFiles,
): WrittenPaths {
  const paths = pathsOf(agent, scope);
  return {
    skills: links.size > 0 ? paths.skills : null,
    rules: ruleFiles(paths.rules).find((path) => isReferred(scope, path, references)) ?? null,
    toolServers:
      toolServerFiles(paths.toolServers).find(({ file }) => (toolServers.get(file)?.size ?? 0) > 0)
        ?.file ?? null,
    hooks: hookFileOf(paths.hooks, hooks) ?? null,
  };
}

/** The names of the sub-agents that svc wrote for an agent. */
export function writtenSubagents(
  agent: Agent,
  scope: Scope,
  { references }: ManagedFiles,
): readonly string[] {
  const folder = pathsOf(agent, scope).subagents;
  if (folder === undefined) return [];
  return [...references]
    .filter(([path, record]) => isWholeFile(record) && isSubagentFile(folder, path))
    .map(([path]) => posix.basename(path, folder.extension));
}

/** The file, or one in the folder. */
function hookFileOf(location: HookFile | null, hooks: ManagedFiles['hooks']): string | undefined {
  if (location === null) return undefined;
  const { file } = location;
  const isHere = (path: string): boolean => path === file || path.startsWith(`${file}/`);
  return [...hooks].some(([path, events]) => isHere(path) && events.size > 0) ? file : undefined;
}

function ruleFiles(location: RulesFile | null): readonly string[] {
  return location === null ? [] : [location.path, ...(location.also ?? [])];
}

/** The file itself, what it is a link to, or a file in the folder. */
function isReferred(
  { root }: Scope,
  path: string,
  references: ManagedFiles['references'],
): boolean {
  const file = resolve(root, path);
  const real = isThere(file) ? pathIn(root, realFolder(file)) : path;
  return [...references.keys()].some(
    (key) => key === path || key === real || key.startsWith(`${path}/`),
  );
}
