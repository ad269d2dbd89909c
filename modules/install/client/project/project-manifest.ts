import { basename } from 'node:path';
import { fieldsOf, type Fields } from '../../../../toolbox/type-guards.js';
import { projectModes, type ProjectMode } from '../../contract/agent-ids.js';
import type { ProjectBlock } from '../../contract/project-files.js';
import { JsonDocument } from '../json/json-document.js';
import { removeMember, setMember } from '../json/json-edit.js';
import { isPluginName } from './paths.js';
import { readProjectFile } from './project-file.js';
import type { Scope } from './scope.js';
import { validVersion } from './versions.js';

/** One dependency of `svc.json`. */
export interface Dependency {
  /** An exact version or `latest`; `undefined` for a plugin of a source. */
  readonly version: string | undefined;
  /** `file:<path>`, relative to the project, a repository, a package or an archive; `undefined` for a plugin of the registry. */
  readonly source: string | undefined;
  /** The entry of the marketplace in `source` that lists the plugin; left out for what `source` holds itself. */
  readonly plugin?: string | undefined;
  /** The skills to link; `undefined` means all. */
  readonly skills: readonly string[] | undefined;
}

/** Includes keys that other modules read. */
export const manifestKeys: readonly string[] = [
  'name',
  'mode',
  'dependencies',
  'agents',
  'toolServer',
  'verify',
  'schedules',
  '$schema',
];

/** Keys that only installing writes. */
const INSTALLING: readonly string[] = ['mode', 'dependencies', 'agents', 'toolServer'];

/**
 * `svc.json` (specification, "Project manifest"). Edits touch only what they change: order, layout, unknown keys and
 * the `verify` block stay as they are.
 */
export class ProjectManifest {
  private constructor(
    private readonly document: JsonDocument,
    readonly name: string | undefined,
    readonly mode: ProjectMode | undefined,
    readonly agents: readonly string[] | undefined,
    readonly dependencies: ReadonlyMap<string, Dependency>,
    /** Whether agents get svc's own tool server; `undefined` where nobody has chosen. */
    readonly toolServer: boolean | undefined,
  ) {}

  /** Throws `project_file_invalid` with one issue per broken rule. */
  static parse(text: string, file = 'svc.json'): ProjectManifest {
    return ProjectManifest.of(JsonDocument.parse(file, text));
  }

  private static of(document: JsonDocument): ProjectManifest {
    const name = read(document, ['name'], nameRule);
    const mode = read(document, ['mode'], modeRule);
    const agents = readAgents(document);
    const dependencies = readDependencies(document);
    const toolServer = read(document, ['toolServer'], toolServerRule);
    document.throwProblems();
    return new ProjectManifest(document, name, mode, agents, dependencies, toolServer);
  }

  /** A new manifest. The user's own has no mode, because it is never committed. */
  static create({ kind, root, manifestFile }: Scope, name?: string): ProjectManifest {
    const value =
      kind === 'user'
        ? { dependencies: {} }
        : { name: name ?? basename(root), mode: 'vendored', dependencies: {} };
    return ProjectManifest.parse(`${JSON.stringify(value, null, 2)}\n`, manifestFile);
  }

  /** The file's name in messages. */
  get file(): string {
    return this.document.file;
  }

  get text(): string {
    return this.document.text;
  }

  /** Keys unknown to this version; they are kept. */
  get unknownKeys(): readonly string[] {
    return this.keys.filter((key) => !manifestKeys.includes(key));
  }

  private get keys(): readonly string[] {
    return this.document.members([]).map(([key]) => key);
  }

  /** A top-level key that belongs to another module; `undefined` if it is missing. */
  block(name: string): Pick<ProjectBlock, 'value' | 'issue'> | undefined {
    const value = this.document.get([name]);
    if (value === undefined) return undefined;
    return {
      value,
      issue: (path, message) => this.document.issue([name, ...path], message),
    };
  }

  withDependency(name: string, dependency: Dependency): ProjectManifest {
    const path = ['dependencies', name];
    const merged = mergedDependency(fieldsOf(this.document.get(path)), dependency);
    return ProjectManifest.of(setMember(this.document, path, merged));
  }

  withoutDependency(name: string): ProjectManifest {
    return ProjectManifest.of(removeMember(this.document, ['dependencies', name]));
  }

  /** The manifest without installing's keys; `undefined` if nothing worth keeping is left. */
  withoutInstalling(): ProjectManifest | undefined {
    const linked = this.name?.includes('/') === true;
    if (!linked && this.keys.every((key) => INSTALLING.includes(key) || key === 'name'))
      return undefined;
    const edited = INSTALLING.reduce(
      (document, key) => removeMember(document, [key]),
      this.document,
    );
    return ProjectManifest.of(edited);
  }

  with(
    key: 'name' | 'mode' | 'agents' | 'toolServer',
    value: string | boolean | readonly string[],
  ): ProjectManifest {
    return ProjectManifest.of(setMember(this.document, [key], value));
  }
}

/** Reads the `svc.json` of a scope; `undefined` when there is none. */
export function readProjectManifest({ root, manifestFile }: Scope): ProjectManifest | undefined {
  const text = readProjectFile(root, manifestFile);
  return text === undefined ? undefined : ProjectManifest.parse(text, manifestFile);
}

/** The new dependency, with unknown keys of the old one. */
function mergedDependency(
  current: Fields,
  { version, source, plugin, skills }: Dependency,
): object {
  const include = {
    ...without(fieldsOf(current['include']), ['skills']),
    ...(skills !== undefined && { skills }),
  };
  return {
    ...(version !== undefined && { version }),
    ...(source !== undefined && { source }),
    ...(plugin !== undefined && { plugin }),
    ...(Object.keys(include).length > 0 && { include }),
    ...without(current, ['version', 'source', 'plugin', 'include']),
  };
}

function without(fields: Fields, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}

/** A check and the message on a value that fails it. */
type Rule<T> = readonly [(value: unknown) => value is T, string];

/** The value at a path; `undefined` if it is missing, or wrong, which is a problem of the document. */
function read<T>(
  document: JsonDocument,
  path: readonly string[],
  [isValid, rule]: Rule<T>,
): T | undefined {
  const value = document.get([...path]);
  if (value === undefined || isValid(value)) return value;
  document.problem([...path], rule);
  return undefined;
}

const nameRule: Rule<string> = [
  (value): value is string => typeof value === 'string' && value !== '',
  'must be a text that is not empty',
];
const modeRule: Rule<ProjectMode> = [
  (value): value is ProjectMode => projectModes.includes(value as ProjectMode),
  'must be "managed" or "vendored"',
];
const toolServerRule: Rule<boolean> = [
  (value): value is boolean => typeof value === 'boolean',
  'must be true or false',
];
const versionRule: Rule<string> = [
  (value): value is string =>
    typeof value === 'string' && (value === 'latest' || validVersion(value)),
  'must be an exact version such as "1.0.0", or "latest"',
];
const sourceRule: Rule<string> = [
  (value): value is string => typeof value === 'string' && /^[a-z][a-z+]*:.|^git@/.test(value),
  'must be a source such as "file:plugins/own"',
];
const pluginRule: Rule<string> = [
  isEntryName,
  'must be the name of an entry of a marketplace, of at most 100 characters',
];
const skillsRule: Rule<readonly string[]> = [
  (value): value is readonly string[] =>
    Array.isArray(value) && value.every((skill) => typeof skill === 'string'),
  'must be a list of skill names',
];

function readAgents(document: JsonDocument): readonly string[] | undefined {
  const agents = document.get(['agents']);
  if (agents === undefined) return undefined;
  if (!Array.isArray(agents)) {
    document.problem(['agents'], 'must be a list of agent ids');
    return undefined;
  }
  agents.forEach((agent: unknown, index) => {
    if (typeof agent !== 'string' || agent === '')
      document.problem(['agents', index], 'must be the id of a coding agent');
  });
  return [...new Set(agents as string[])];
}

function readDependencies(document: JsonDocument): ReadonlyMap<string, Dependency> {
  const value = document.get(['dependencies']);
  const dependencies = new Map<string, Dependency>();
  if (value !== undefined && !document.hasObject(['dependencies'])) {
    document.problem(
      ['dependencies'],
      'must be an object of <workspace>/<plugin> to {"version": …}',
    );
  }
  for (const [name] of document.members(['dependencies'])) {
    if (isPluginName(name)) dependencies.set(name, readDependency(document, name));
    else
      document.problem(
        ['dependencies', name],
        'the name must be <workspace>/<plugin> in lower-case letters, digits and hyphens',
      );
  }
  return dependencies;
}

function readDependency(document: JsonDocument, name: string): Dependency {
  const path = ['dependencies', name];
  const nothing = { version: undefined, source: undefined, skills: undefined };
  if (!document.hasObject(path)) {
    document.problem(path, 'must be an object such as {"version": "1.0.0"}');
    return nothing;
  }
  const version = read(document, [...path, 'version'], versionRule);
  const source = read(document, [...path, 'source'], sourceRule);
  if ([version, source, document.get([...path, 'version'])].every((value) => value === undefined))
    document.problem(path, 'needs a "version"');
  const plugin = read(document, [...path, 'plugin'], pluginRule);
  if (plugin !== undefined && (source === undefined || !mayListPlugins(source)))
    document.problem(
      [...path, 'plugin'],
      'needs a "source" that has a marketplace: a git repository or a folder',
    );
  const skills = read(document, [...path, 'include', 'skills'], skillsRule);
  return { version, source, ...(plugin !== undefined && { plugin }), skills };
}

/** Marketplaces are read from repositories and folders. */
function mayListPlugins(source: string): boolean {
  return !/^(?:npm|archive):/.test(source);
}

const MAX_ENTRY_NAME = 100;

/** Whether a value can be what a marketplace calls a plugin. */
export function isEntryName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= MAX_ENTRY_NAME &&
    /[\p{L}\p{N}]/u.test(value) &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)
  );
}
