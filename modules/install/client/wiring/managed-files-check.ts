import { posix } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import type { HookFile, RulesFile, ToolServerFile } from '../../contract/agents.js';
import { allPathsOf, toolServerFiles, type Agent } from '../agents/agents.js';
import { noManagedFiles, type ManagedFiles } from '../project/managed-files.js';
import { PLUGINS_FOLDER } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import type { Changes } from '../transaction/changes.js';
import { pointer } from './agent-files.js';
import { isMarkedReference, isOurReference } from './rules-reference.js';
import { isRuleFile } from './rule-files.js';
import { isWholeFile } from './written-text.js';

interface Writings {
  readonly known: readonly Agent[];
  readonly scope: Scope;
  readonly changes: Changes;
}

interface CheckedManagedFiles {
  /** Records that svc may have written: they concern an agent's file and have svc's form. */
  readonly ours: ManagedFiles;
  /** All other records; they never cause a change. */
  readonly strange: ManagedFiles;
}

/**
 * Separates records that svc may have written from forged ones. A project's lock comes with the repository: if trusted, it could make a
 * command cut any text out of any file, unnoticed by reviewers who only look at `package.json`.
 */
export function checkManagedFiles(
  managedFiles: ManagedFiles,
  writings: Writings,
): CheckedManagedFiles {
  const paths = new KnownPaths(writings);
  const [ours, strange] = [true, false].map((wanted): ManagedFiles => {
    const only = <T>(
      section: ReadonlyMap<string, T>,
      holds: (path: string, record: T) => boolean,
    ): ReadonlyMap<string, T> =>
      new Map([...section].filter(([path, record]) => holds(path, record) === wanted));
    return {
      links: only(managedFiles.links, (path, target) => paths.isLink(path, target)),
      references: only(managedFiles.references, (path, record) => paths.isReference(path, record)),
      toolServers: only(managedFiles.toolServers, (path) => paths.toolServers.has(path)),
      hooks: only(managedFiles.hooks, (path) => paths.hooks.has(path)),
      made: only(managedFiles.made, (path, made) => paths.isMade(path, made)),
    };
  });
  return { ours: ours ?? noManagedFiles, strange: strange ?? noManagedFiles };
}

class KnownPaths {
  readonly toolServers = new Map<string, ToolServerFile>();
  readonly hooks = new Map<string, HookFile>();
  private readonly skillFolders = new Set<string>();
  private readonly references = new Map<string, RulesFile['kind']>();
  private readonly ruleFolders = new Set<string>();

  constructor({ known, scope, changes }: Writings) {
    for (const { skills, rules, toolServers, hooks } of known.flatMap((agent) =>
      allPathsOf(agent, scope),
    )) {
      if (skills !== null)
        for (const folder of [skills, posix.dirname(realPath(changes, `${skills}/any`))])
          this.skillFolders.add(folder);
      for (const location of toolServerFiles(toolServers))
        this.toolServers.set(location.file, location);
      if (hooks !== null) this.hooks.set(hooks.file, hooks);
      if (rules?.kind === 'rule-files') this.ruleFolders.add(rules.path);
      else if (rules !== null)
        for (const path of [rules.path, realPath(changes, rules.path)])
          this.references.set(path, rules.kind);
    }
  }

  isLink(path: string, target: string): boolean {
    return this.skillFolders.has(posix.dirname(path)) && target.startsWith(`${PLUGINS_FOLDER}/`);
  }

  isReference(path: string, record: string): boolean {
    if (isWholeFile(record))
      return [...this.ruleFolders].some((folder) => isRuleFile(folder, path));
    const kind = this.references.get(path);
    if (kind !== undefined) return isOurReference(kind, record);
    // the file may be the former target of a link: only svc writes this whole text with its mark
    return path.endsWith('.md') && isMarkedReference(record);
  }

  /** Created content is the file itself, or containers of entries and their companions. */
  isMade(path: string, made: readonly string[]): boolean {
    const [servers, hooks] = [this.toolServers.get(path), this.hooks.get(path)];
    const keys = [servers?.key, hooks?.key].filter((key) => key !== undefined);
    const holders = keys.flatMap((key) =>
      key.map((_part, index) => pointer(key.slice(0, index + 1))),
    );
    const beside = Object.keys(hooks?.always ?? {}).map((name) => pointer([name]));
    const lists = hooks === undefined ? undefined : `${pointer(hooks.key)}/`;
    const known = new Set([...holders, ...beside]);
    const isList = (what: string): boolean =>
      lists !== undefined && what.startsWith(lists) && !what.slice(lists.length).includes('/');
    return (
      keys.length > 0 &&
      made.every((what) => !what.startsWith('/') || known.has(what) || isList(what))
    );
  }
}

/** Follows links, since a link and its target are one file; `path` itself if it leads out of the scope. */
function realPath(changes: Changes, path: string): string {
  try {
    return changes.realPath(path);
  } catch (error) {
    if (isSvcError(error) && error.code === 'unsafe_path') return path;
    throw error;
  }
}
