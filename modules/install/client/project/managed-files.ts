import { by } from '../../../../toolbox/by.js';
import type { JsonDocument } from '../json/json-document.js';

type Texts = ReadonlyMap<string, string>;

/** What svc wrote outside `.svc`. Only that may be replaced or removed. Paths are those of the scope. */
export interface ManagedFiles {
  /** Path of the link → its target. */
  readonly links: Texts;
  /** Path of a text file → the exact text that svc put into it, or `sha256-…` for a file that is wholly svc's. */
  readonly references: Texts;
  /** Path of the agent's file → name of the server → svc's entry as JSON. */
  readonly toolServers: ReadonlyMap<string, Texts>;
  /** Path of the agent's file → the agent's event → svc's entries as JSON. */
  readonly hooks: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Path of the agent's file → what svc created to hold its entries; removed with the last of them. */
  readonly made: ReadonlyMap<string, readonly string[]>;
}

export const noManagedFiles: ManagedFiles = {
  links: new Map(),
  references: new Map(),
  toolServers: new Map(),
  hooks: new Map(),
  made: new Map(),
};

/** Decides which paths records may name. A project's records come from a repository, so they are untrusted. */
export type PathRule = (path: string) => boolean;

/** Records every broken rule as a problem of the document. */
export function readManagedFiles(document: JsonDocument, rule: PathRule): ManagedFiles {
  requireObject(document, ['written']);
  const sections = ['links', 'references', 'toolServers', 'hooks', 'made'] as const;
  for (const section of sections) requireObject(document, ['written', section]);
  return {
    links: readTexts(document, ['written', 'links'], rule),
    references: readTexts(document, ['written', 'references'], rule),
    toolServers: readFiles(document, ['written', 'toolServers'], {
      rule,
      read: (path) => readJsonTexts(document, path),
    }),
    hooks: readFiles(document, ['written', 'hooks'], {
      rule,
      read: (path) => readJsonEntries(document, path),
    }),
    made: readEntries(document, ['written', 'made'], rule),
  };
}

/** Sorted, so that equal states give equal texts. */
export function managedFilesValue({
  links,
  references,
  toolServers,
  hooks,
  made,
}: ManagedFiles): object {
  const nested = <T>(files: ReadonlyMap<string, ReadonlyMap<string, T>>): object =>
    sorted(
      new Map(
        [...files]
          .filter(([, entries]) => entries.size > 0)
          .map(([file, entries]) => [file, sorted(entries)]),
      ),
    );
  return {
    links: sorted(links),
    references: sorted(references),
    toolServers: nested(toolServers),
    hooks: nested(hooks),
    made: sorted(made),
  };
}

/** Splits the managed files by whether their paths are among the given ones. */
export function splitManagedFiles(
  managedFiles: ManagedFiles,
  isHere: PathRule,
): { here: ManagedFiles; elsewhere: ManagedFiles } {
  return {
    here: filtered(managedFiles, isHere),
    elsewhere: filtered(managedFiles, (path) => !isHere(path)),
  };
}

export function joinManagedFiles(one: ManagedFiles, other: ManagedFiles): ManagedFiles {
  return {
    links: new Map([...one.links, ...other.links]),
    references: new Map([...one.references, ...other.references]),
    toolServers: new Map([...one.toolServers, ...other.toolServers]),
    hooks: new Map([...one.hooks, ...other.hooks]),
    made: new Map([...one.made, ...other.made]),
  };
}

/** Every path that the records name. */
export function managedPaths({
  links,
  references,
  toolServers,
  hooks,
}: ManagedFiles): readonly string[] {
  return [links, references, toolServers, hooks].flatMap((section) => [...section.keys()]);
}

function filtered(
  { links, references, toolServers, hooks, made }: ManagedFiles,
  keep: PathRule,
): ManagedFiles {
  const only = <T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...map].filter(([path]) => keep(path)));
  return {
    links: only(links),
    references: only(references),
    toolServers: only(toolServers),
    hooks: only(hooks),
    made: only(made),
  };
}

export function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(by(([key]) => key)));
}

/** May be left out, but must be an object: an unreadable value would be lost with the next command. */
export function requireObject(document: JsonDocument, path: readonly string[]): void {
  if (document.get([...path]) !== undefined && !document.hasObject([...path]))
    document.problem([...path], 'must be an object');
}

const isAnyName = (): boolean => true;

function readTexts(document: JsonDocument, path: readonly string[], allowed: PathRule): Texts {
  const members = document.members([...path]);
  for (const [key, text] of members) {
    if (!allowed(key)) document.problem([...path, key], 'must be a path inside the project');
    if (typeof text !== 'string') document.problem([...path, key], 'must be a text');
  }
  return new Map(members as readonly (readonly [string, string])[]);
}

function readJsonTexts(document: JsonDocument, path: readonly string[]): Texts {
  const texts = readTexts(document, path, isAnyName);
  for (const [key, text] of texts)
    if (typeof text === 'string' && !isJson(text))
      document.problem([...path, key], 'must hold JSON');
  return texts;
}

function readJsonEntries(
  document: JsonDocument,
  path: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const events = readEntries(document, path);
  for (const [event, texts] of events) {
    if (Array.isArray(texts) && texts.some((text) => typeof text === 'string' && !isJson(text)))
      document.problem([...path, event], 'must hold JSON');
  }
  return events;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface FileSection<T> {
  readonly rule: PathRule;
  readonly read: (path: readonly string[]) => T;
}

function readFiles<T>(
  document: JsonDocument,
  path: readonly string[],
  { rule, read }: FileSection<T>,
): ReadonlyMap<string, T> {
  const files = document.members([...path]).map(([file]) => {
    if (!rule(file)) document.problem([...path, file], 'must be a path inside the project');
    requireObject(document, [...path, file]);
    return [file, read([...path, file])] as const;
  });
  return new Map(files);
}

function readEntries(
  document: JsonDocument,
  path: readonly string[],
  allowed: PathRule = isAnyName,
): ReadonlyMap<string, readonly string[]> {
  const members = document.members([...path]);
  for (const [key, entries] of members) {
    const sound = Array.isArray(entries) && entries.every((entry) => typeof entry === 'string');
    if (!allowed(key)) document.problem([...path, key], 'must be a path inside the project');
    if (!sound) document.problem([...path, key], 'must be a list of texts');
  }
  return new Map(members as readonly (readonly [string, readonly string[]])[]);
}
