import { isRecord } from '../../../../toolbox/type-guards.js';
import { JsonDocument } from '../json/json-document.js';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import {
  noManagedFiles,
  managedFilesValue,
  readManagedFiles,
  requireObject,
  sorted,
  type ManagedFiles,
  type PathRule,
} from './managed-files.js';
import { areToolServers } from './locked-servers.js';
import {
  isManagedPath,
  isPlainAbsolute,
  isPluginName,
  isSafeRelative,
  isSafeSegment,
  PLUGIN_ROOT,
} from './paths.js';
import { refProblem } from '../resolve/address-path.js';
import { readProjectFile } from './project-file.js';
import type { Scope } from './scope.js';
import { validVersion } from './versions.js';

const LOCK_VERSION = 1;
/** `registry`, or a scheme as in `file:…`, `git:…`, `https://…`, `ssh://…`, or `git@host:…`. */
const SOURCE = /^(?:registry$|(?:file|git|https?|ssh):.|[\w.-]+@[^:/]+:.)/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SRI = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** A part of a plugin: a skill's folder or a rule's file. `path` is relative to the plugin, with `/`. */
export interface LockedPart {
  readonly name: string;
  readonly path: string;
}

/** The lock's entry for one plugin. */
export interface LockedPlugin {
  readonly version: string;
  /** `registry`, `file:<path>`, or a git repository as svc.json names it. */
  readonly source: string;
  /** The requested branch, tag or commit; only for git, left out for the default branch. */
  readonly ref?: string;
  /** The full hash of the commit; only for git. */
  readonly commit?: string;
  /** The entry of the marketplace in `source` that lists the plugin. */
  readonly plugin?: string;
  /** Where that entry said the plugin is, as a source with everything that pins it: a lock is installed without asking the marketplace. */
  readonly from?: string;
  /** Which skills of a collection were taken; left out for a plugin with a manifest, which is always taken whole. */
  readonly taken?: 'all' | readonly string[];
  /** Hash of the sorted list of path, mode and content hash. */
  readonly integrity: string;
  /** Hash of the archive's tar; only for the registry. */
  readonly archive?: string;
  readonly skills: readonly LockedPart[];
  readonly rules: readonly LockedPart[];
  /** Left out if there are none. */
  readonly subagents?: readonly LockedPart[];
  /** Recorded here so that a review of the lock shows what the plugin makes agents start or run. Left out if there is nothing. */
  readonly toolServers?: Readonly<Record<string, PluginToolServer>>;
  readonly hooks?: Readonly<Record<string, unknown>>;
  readonly nativeHooks?: Readonly<Record<string, unknown>>;
}

/** The lock of a scope; a project's lock is committed beside `svc.json`. */
export interface LockFile {
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  readonly managedFiles: ManagedFiles;
  /** Keys of the same format that this version does not know. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

export const emptyLock: LockFile = {
  plugins: new Map(),
  managedFiles: noManagedFiles,
  unknown: {},
};

/** `undefined` when there is none. */
export function readLockFile({ kind, root, lockFile }: Scope): LockFile | undefined {
  const text = readProjectFile(root, lockFile);
  // the user's lock may name paths that an environment variable has moved out of the home folder
  return text === undefined
    ? undefined
    : parseLock(text, lockFile, kind === 'project' ? isManagedPath : isOwnPath);
}

function isOwnPath(path: string): boolean {
  return isSafeRelative(path) || isPlainAbsolute(path);
}

/** Throws `project_file_invalid` with one issue per broken rule. */
export function parseLock(
  text: string,
  file = 'svc-lock.json',
  rule: PathRule = isManagedPath,
): LockFile {
  const document = JsonDocument.parse(file, text);
  const version = document.get(['lockVersion']);
  if (version !== LOCK_VERSION) {
    const newer = typeof version === 'number' && version > LOCK_VERSION;
    document.problem(
      ['lockVersion'],
      newer ? 'was written by a newer svc; update svc' : `must be ${LOCK_VERSION}`,
    );
    document.throwProblems();
  }
  requireObject(document, ['plugins']);
  const plugins = new Map(
    document
      .members(['plugins'])
      .map(([name, value]) => [name, readPlugin(document, name, value)] as const),
  );
  const managedFiles = readManagedFiles(document, rule);
  const known = new Set(['lockVersion', 'plugins', 'written']);
  const unknown = Object.fromEntries(document.members([]).filter(([key]) => !known.has(key)));
  document.throwProblems();
  return { plugins, managedFiles, unknown };
}

/** Sorted, so that equal states give equal texts. */
export function lockText(lock: LockFile): string {
  const value = {
    lockVersion: LOCK_VERSION,
    plugins: sorted(lock.plugins),
    written: managedFilesValue(lock.managedFiles),
    ...lock.unknown,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The rules of a plugin's entry: field, whether it is optional, its check, and the message. */
const fields: readonly (readonly [
  keyof LockedPlugin,
  'required' | 'optional',
  (value: unknown) => boolean,
  string,
])[] = [
  [
    'version',
    'required',
    (value) => typeof value === 'string' && validVersion(value),
    'must be an exact version',
  ],
  ['source', 'required', matches(SOURCE), 'must be "registry", "file:<path>" or a git repository'],
  ['ref', 'optional', isRef, 'must be a branch, a tag or a commit'],
  ['taken', 'optional', isTaken, 'must be "all" or a list of skill names'],
  ['commit', 'optional', matches(COMMIT), 'must be the full hash of a commit'],
  ['integrity', 'required', matches(SRI), 'must be a hash in the form "sha256-…"'],
  ['archive', 'optional', matches(SRI), 'must be a hash in the form "sha256-…"'],
  [
    'skills',
    'required',
    (value) => isPartList(value, isSkillPart),
    'must be a list of {"name", "path"} inside the plugin',
  ],
  [
    'rules',
    'required',
    (value) => isPartList(value, isRulePart),
    'must be a list of {"name", "path"} inside the plugin',
  ],
  [
    'subagents',
    'optional',
    (value) => isPartList(value, isSubagentPart),
    'must be a list of {"name", "path"} inside the plugin',
  ],
  [
    'toolServers',
    'optional',
    areToolServers,
    'must map names to {"type": "stdio", "command", "args", "env"} or {"type": "http", "url", "headers"}',
  ],
  ...(['hooks', 'nativeHooks'] as const).map(
    (field) => [field, 'optional', isRecord, 'must be an object'] as const,
  ),
];

function readPlugin(document: JsonDocument, name: string, value: unknown): LockedPlugin {
  const path = ['plugins', name];
  const plugin = (isRecord(value) ? value : {}) as Partial<Record<keyof LockedPlugin, unknown>>;
  if (!isPluginName(name)) document.problem(path, 'the name must be <workspace>/<plugin>');
  for (const [field, need, holds, rule] of fields) {
    const present = plugin[field];
    if (present === undefined ? need === 'required' : !holds(present))
      document.problem([...path, field], rule);
  }
  return plugin as LockedPlugin;
}

function isRef(value: unknown): boolean {
  return typeof value === 'string' && refProblem(value) === undefined;
}

function isTaken(value: unknown): boolean {
  return (
    value === 'all' || (Array.isArray(value) && value.every((name) => typeof name === 'string'))
  );
}

function matches(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isPartList(value: unknown, isSafe: (part: LockedPart) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  return (value as (Partial<LockedPart> | null)[]).every(
    (part) =>
      typeof part?.name === 'string' &&
      typeof part.path === 'string' &&
      isSafe({ name: part.name, path: part.path }),
  );
}

/** Rule names become parts of file names, so they must be safe. */
function isRulePart({ name, path }: LockedPart): boolean {
  return isSafeRelative(path) && !/[/\\\0]/.test(name);
}

/** Skill names become names of links, so they must be safe. A plugin's own folder may be its only skill. */
function isSkillPart({ name, path }: LockedPart): boolean {
  return isSafeSegment(name) && (path === PLUGIN_ROOT || isSafeRelative(path));
}

/** Names of sub-agents become names of files, so they must be safe. */
function isSubagentPart({ name, path }: LockedPart): boolean {
  return isSafeSegment(name) && isSafeRelative(path);
}
