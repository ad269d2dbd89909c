import { JsonDocument } from '../json/json-document.js';
import { isPluginName, isSafeRelative, isSafeSegment, LOCK_FILE, PLUGIN_ROOT } from './paths.js';
import { readProjectFile } from './project-file.js';
import { validVersion } from './versions.js';

const LOCK_VERSION = 1;
const SRI = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** A part of a plugin: a skill's folder or a rule's file. `path` is relative to the plugin, with `/`. */
export interface LockedPart {
  readonly name: string;
  readonly path: string;
}

/** What is installed under one name. */
export interface LockedPlugin {
  readonly version: string;
  /** `registry` or `file:<path>`. */
  readonly source: string;
  /** Of the sorted list of path, mode and content hash. */
  readonly integrity: string;
  /** Of the archive's tar; only for the registry. */
  readonly archive?: string;
  readonly skills: readonly LockedPart[];
  readonly rules: readonly LockedPart[];
}

/** What we wrote outside `.svc`: only that may be replaced or removed again. */
export interface Ledger {
  /** Path of the link → what it points at, both relative to the project. */
  readonly links: ReadonlyMap<string, string>;
  /** Path of the agent's file → the text of our own entry, as JSON. */
  readonly toolServer: ReadonlyMap<string, string>;
}

/** `svc-lock.json`: committed beside `svc.json`. */
export interface LockFile {
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  readonly ledger: Ledger;
  /** Keys of the same format that this version does not know. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

export const emptyLock: LockFile = { plugins: new Map(), ledger: { links: new Map(), toolServer: new Map() }, unknown: {} };

export async function readLockFile(root: string): Promise<LockFile> {
  const text = await readProjectFile(root, LOCK_FILE);
  return text === undefined ? emptyLock : parseLock(text);
}

/** Throws `project_file_invalid` with one issue per broken rule. */
export function parseLock(text: string): LockFile {
  const document = JsonDocument.parse(LOCK_FILE, text);
  const version = document.get(['lockVersion']);
  if (version !== LOCK_VERSION) {
    const newer = typeof version === 'number' && version > LOCK_VERSION;
    document.problem(['lockVersion'], newer ? 'was written by a newer svc; update svc' : `must be ${LOCK_VERSION}`);
    document.throwProblems();
  }
  for (const path of [['plugins'], ['written'], ['written', 'links'], ['written', 'toolServer']]) requireObject(document, path);
  const plugins = new Map(document.members(['plugins']).map(([name, value]) => [name, readPlugin(document, name, value)] as const));
  const ledger = { links: readTexts(document, 'links'), toolServer: readTexts(document, 'toolServer') };
  const known = new Set(['lockVersion', 'plugins', 'written']);
  const unknown = Object.fromEntries(document.members([]).filter(([key]) => !known.has(key)));
  document.throwProblems();
  return { plugins, ledger, unknown };
}

/** Sorted, so that the same state is the same text. */
export function lockText(lock: LockFile): string {
  const value = {
    lockVersion: LOCK_VERSION,
    plugins: sorted(lock.plugins),
    written: { links: sorted(lock.ledger.links), toolServer: sorted(lock.ledger.toolServer) },
    ...lock.unknown,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readPlugin(document: JsonDocument, name: string, value: unknown): LockedPlugin {
  const path = ['plugins', name];
  const plugin = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<keyof LockedPlugin, unknown>>;
  const check = (holds: boolean, field: string, rule: string): void => {
    if (!holds) document.problem([...path, field], rule);
  };
  if (!isPluginName(name)) document.problem(path, 'the name must be <workspace>/<plugin>');
  check(typeof plugin.version === 'string' && validVersion(plugin.version), 'version', 'must be an exact version');
  check(
    plugin.source === 'registry' || (typeof plugin.source === 'string' && plugin.source.startsWith('file:')),
    'source',
    'must be "registry" or "file:<path>"',
  );
  check(typeof plugin.integrity === 'string' && SRI.test(plugin.integrity), 'integrity', 'must be a hash in the form "sha256-…"');
  check(
    plugin.archive === undefined || (typeof plugin.archive === 'string' && SRI.test(plugin.archive)),
    'archive',
    'must be a hash in the form "sha256-…"',
  );
  check(isPartList(plugin.skills, isSkillPart), 'skills', 'must be a list of {"name", "path"} inside the plugin');
  check(
    isPartList(plugin.rules, ({ path }) => isSafeRelative(path)),
    'rules',
    'must be a list of {"name", "path"} inside the plugin',
  );
  return plugin as LockedPlugin;
}

function isPartList(value: unknown, isSafe: (part: LockedPart) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  return (value as (Partial<LockedPart> | null)[]).every(
    (part) => typeof part?.name === 'string' && typeof part.path === 'string' && isSafe({ name: part.name, path: part.path }),
  );
}

/** Names of skills become names of links. A plugin's own folder may be its only skill. */
function isSkillPart({ name, path }: LockedPart): boolean {
  return isSafeSegment(name) && (path === PLUGIN_ROOT || isSafeRelative(path));
}

/** May be left out, but never be something else: what cannot be read would be lost with the next command. */
function requireObject(document: JsonDocument, path: readonly string[]): void {
  const node = document.node([...path]);
  if (node !== undefined && node.type !== 'object') document.problem([...path], 'must be an object');
}

function readTexts(document: JsonDocument, key: keyof Ledger): ReadonlyMap<string, string> {
  const members = document.members(['written', key]);
  for (const [path, text] of members) {
    if (!isSafeRelative(path)) document.problem(['written', key, path], 'must be a path inside the project');
    if (typeof text !== 'string') document.problem(['written', key, path], 'must be a text');
  }
  return new Map(members as readonly (readonly [string, string])[]);
}
