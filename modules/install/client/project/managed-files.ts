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

const sections = ['links', 'references', 'toolServers', 'hooks', 'made'] as const;
type Section = (typeof sections)[number];

export const noManagedFiles = inEachSection(() => []);

/** Decides which paths records may name. A project's records come from a repository, so they are untrusted. */
export type PathRule = (path: string) => boolean;

/** Records every broken rule as a problem of the document. */
export function readManagedFiles(document: JsonDocument, rule: PathRule): ManagedFiles {
  requireObject(document, ['written']);
  for (const section of sections) requireObject(document, ['written', section]);
  const byPath = <T>(section: Section, problemOf: ProblemOf): ReadonlyMap<string, T> =>
    readMap(document, ['written', section], { problemOf, rule });
  const nested = <T>(section: Section, problemOf: ProblemOf): ReadonlyMap<string, T> => {
    const files = byPath<unknown>(section, () => undefined);
    const entries = [...files.keys()].map((file) => {
      const path = ['written', section, file];
      requireObject(document, path);
      return [file, readMap(document, path, { problemOf }) as T] as const;
    });
    return new Map(entries);
  };
  return {
    links: byPath('links', textProblem),
    references: byPath('references', textProblem),
    toolServers: nested('toolServers', (value) => textProblem(value) ?? jsonProblem([value])),
    hooks: nested('hooks', (value) => listProblem(value) ?? jsonProblem(value)),
    made: byPath('made', listProblem),
  };
}

/** Sorted, so that equal states give equal texts. */
export function managedFilesValue(managedFiles: ManagedFiles): object {
  const plain = (value: unknown): unknown => (value instanceof Map ? sorted(value) : value);
  return Object.fromEntries(
    sections.map((section) => {
      const files = [...managedFiles[section]].filter(
        ([, value]) => !(value instanceof Map) || value.size > 0,
      );
      return [section, sorted(new Map(files.map(([path, value]) => [path, plain(value)])))];
    }),
  );
}

/** Splits the managed files by whether their paths are among the given ones. */
export function splitManagedFiles(
  managedFiles: ManagedFiles,
  isHere: PathRule,
): { here: ManagedFiles; elsewhere: ManagedFiles } {
  const those = (wanted: boolean): ManagedFiles =>
    inEachSection((section) =>
      [...managedFiles[section]].filter(([path]) => isHere(path) === wanted),
    );
  return { here: those(true), elsewhere: those(false) };
}

export function joinManagedFiles(one: ManagedFiles, other: ManagedFiles): ManagedFiles {
  return inEachSection((section) => [...one[section], ...other[section]]);
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

function inEachSection(
  entriesOf: (section: Section) => readonly (readonly [string, unknown])[],
): ManagedFiles {
  const maps = sections.map((section) => [section, new Map(entriesOf(section))] as const);
  return Object.fromEntries(maps) as unknown as ManagedFiles;
}

export function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].sort(by(([key]) => key)));
}

/** May be left out, but must be an object: an unreadable value would be lost with the next command. */
export function requireObject(document: JsonDocument, path: readonly string[]): void {
  if (document.get([...path]) !== undefined && !document.hasObject([...path]))
    document.problem([...path], 'must be an object');
}

/** Which rule a value breaks. */
type ProblemOf = (value: unknown) => string | undefined;

const isText = (value: unknown): boolean => typeof value === 'string';
const textProblem: ProblemOf = (value) => (isText(value) ? undefined : 'must be a text');
const listProblem: ProblemOf = (value) =>
  Array.isArray(value) && value.every(isText) ? undefined : 'must be a list of texts';
const jsonProblem: ProblemOf = (texts) =>
  (texts as string[]).every(isJson) ? undefined : 'must hold JSON';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readMap<T>(
  document: JsonDocument,
  path: readonly string[],
  { problemOf, rule = () => true }: { problemOf: ProblemOf; rule?: PathRule },
): ReadonlyMap<string, T> {
  const members = document.members([...path]);
  for (const [key, value] of members) {
    if (!rule(key)) document.problem([...path, key], 'must be a path inside the project');
    const problem = problemOf(value);
    if (problem !== undefined) document.problem([...path, key], problem);
  }
  return new Map(members as readonly (readonly [string, T])[]);
}
