import { posix } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import type {
  AgentPaths,
  HookFile,
  RulesFile,
  SubagentFolder,
  ToolServerFile,
} from '../../contract/agents.js';
import { allPathsOf, toolServerFiles, type Agent } from '../agents/agents.js';
import { noManagedFiles, type ManagedFiles } from '../project/managed-files.js';
import { PLUGINS_FOLDER } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import type { Changes } from '../transaction/changes.js';
import { pointer } from './agent-files.js';
import { isScript, isScriptPath } from './hooks/hook-scripts.js';
import { isMarkedReference, isOurReference } from './rules-reference.js';
import { isRuleFile } from './rule-files.js';
import { isSubagentFile } from './subagents.js';
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
      hooks: only(managedFiles.hooks, (path) => paths.isHookFile(path)),
      made: only(managedFiles.made, (path, made) => paths.isMade(path, made)),
    };
  });
  return { ours: ours ?? noManagedFiles, strange: strange ?? noManagedFiles };
}

class KnownPaths {
  readonly toolServers = new Map<string, ToolServerFile>();
  readonly hooks = new Map<string, HookFile>();
  private readonly scripts: { readonly location: HookFile; readonly events: readonly string[] }[] =
    [];
  private readonly skillFolders = new Set<string>();
  private readonly references = new Map<string, Set<RulesFile['kind']>>();
  private readonly ruleFolders = new Set<string>();
  private readonly subagents: SubagentFolder[] = [];

  constructor({ known, scope, changes }: Writings) {
    for (const agent of known)
      for (const paths of allPathsOf(agent, scope)) {
        this.addTexts(paths, changes);
        for (const location of toolServerFiles(paths.toolServers))
          this.toolServers.set(location.file, location);
        this.addHooks(paths.hooks, Object.values(agent.facts.hooks?.events ?? {}));
      }
  }

  private addTexts({ skills, rules, subagents }: AgentPaths, changes: Changes): void {
    if (skills !== null)
      for (const folder of [skills, posix.dirname(realPath(changes, `${skills}/any`))])
        this.skillFolders.add(folder);
    if (subagents !== undefined) this.subagents.push(subagents);
    if (rules?.kind === 'rule-files') this.ruleFolders.add(rules.path);
    else if (rules !== null)
      for (const path of [rules.path, realPath(changes, rules.path)])
        // without rules, a file for their text gets the reference
        this.references.set(
          path,
          new Set([...(this.references.get(path) ?? []), rules.kind, 'reference']),
        );
  }

  private addHooks(location: HookFile | null, events: readonly string[]): void {
    if (location === null) return;
    if (isScript(location)) this.scripts.push({ location, events });
    else this.hooks.set(location.file, location);
  }

  isHookFile(path: string): boolean {
    return (
      this.hooks.has(path) ||
      this.scripts.some(({ location, events }) => isScriptPath(location, path, events))
    );
  }

  isLink(path: string, target: string): boolean {
    return this.skillFolders.has(posix.dirname(path)) && target.startsWith(`${PLUGINS_FOLDER}/`);
  }

  isReference(path: string, record: string): boolean {
    if (isWholeFile(record))
      return (
        [...this.ruleFolders].some((folder) => isRuleFile(folder, path)) ||
        this.subagents.some((folder) => isSubagentFile(folder, path))
      );
    const kinds = this.references.get(path);
    if (kinds !== undefined) return [...kinds].some((kind) => isOurReference(kind, record));
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
