import { basename } from 'node:path';
import { projectModes, type ProjectMode } from '../../contract/agent-ids.js';
import { JsonDocument } from '../json/json-document.js';
import { editJson, removeMember, setMember } from '../json/json-edit.js';
import { isPluginName } from './paths.js';
import { readProjectFile } from './project-file.js';
import type { Scope } from './scope.js';
import { validVersion } from './versions.js';

/** One dependency of `svc.json`. */
export interface Dependency {
  /** An exact version or `latest`; `undefined` for a plugin of a source. */
  readonly version: string | undefined;
  /** `file:<path>`, relative to the project; `undefined` for a plugin of the registry. */
  readonly source: string | undefined;
  /** The skills to link; `undefined` means all. */
  readonly skills: readonly string[] | undefined;
}

/** Includes keys that other modules read. */
export const manifestKeys: readonly string[] = [
  'name',
  'mode',
  'dependencies',
  'agents',
  'verify',
  'schedules',
  '$schema',
];

/** Keys that only installing writes. */
const INSTALLING: readonly string[] = ['mode', 'dependencies', 'agents'];

/**
 * `svc.json` (specification, "Project manifest"). Edits touch only what they change: order, layout, unknown keys and
 * the `verify` block stay as they are.
 */
export class ProjectManifest {
  private constructor(
    /** The file's name in messages. */
    readonly file: string,
    readonly text: string,
    readonly name: string | undefined,
    readonly mode: ProjectMode | undefined,
    readonly agents: readonly string[] | undefined,
    readonly dependencies: ReadonlyMap<string, Dependency>,
  ) {}

  /** Throws `project_file_invalid` with one issue per broken rule. */
  static parse(text: string, file = 'svc.json'): ProjectManifest {
    const document = JsonDocument.parse(file, text);
    const name = readName(document);
    const mode = readMode(document);
    const agents = readAgents(document);
    const dependencies = readDependencies(document);
    document.throwProblems();
    return new ProjectManifest(file, text, name, mode, agents, dependencies);
  }

  /** A new manifest. The user's own has no mode, because it is never committed. */
  static create({ kind, root, manifestFile }: Scope, name?: string): ProjectManifest {
    const value =
      kind === 'user'
        ? { dependencies: {} }
        : { name: name ?? basename(root), mode: 'vendored', dependencies: {} };
    return ProjectManifest.parse(`${JSON.stringify(value, null, 2)}\n`, manifestFile);
  }

  /** Keys unknown to this version; they are kept. */
  get unknownKeys(): readonly string[] {
    const keys = JsonDocument.parse(this.file, this.text).members([]);
    return keys.map(([key]) => key).filter((key) => !manifestKeys.includes(key));
  }

  withDependency(name: string, dependency: Dependency): ProjectManifest {
    const path = ['dependencies', name];
    const edited = editJson(this.file, this.text, (document) => {
      const current = document.get(path);
      const kept = typeof current === 'object' && current !== null ? current : {};
      return setMember(document, path, mergedDependency(kept, dependency));
    });
    return ProjectManifest.parse(edited, this.file);
  }

  withoutDependency(name: string): ProjectManifest {
    return ProjectManifest.parse(
      editJson(this.file, this.text, (document) => removeMember(document, ['dependencies', name])),
      this.file,
    );
  }

  /** The manifest without installing's keys; `undefined` if nothing worth keeping is left. */
  withoutInstalling(): ProjectManifest | undefined {
    const keys = JsonDocument.parse(this.file, this.text)
      .members([])
      .map(([key]) => key);
    const linked = this.name?.includes('/') === true;
    if (!linked && keys.every((key) => INSTALLING.includes(key) || key === 'name'))
      return undefined;
    const edited = INSTALLING.reduce(
      (text, key) => editJson(this.file, text, (document) => removeMember(document, [key])),
      this.text,
    );
    return ProjectManifest.parse(edited, this.file);
  }

  with(key: 'name' | 'mode' | 'agents', value: string | readonly string[]): ProjectManifest {
    return ProjectManifest.parse(
      editJson(this.file, this.text, (document) => setMember(document, [key], value)),
      this.file,
    );
  }
}

/** Reads the `svc.json` of a scope; `undefined` when there is none. */
export function readProjectManifest({ root, manifestFile }: Scope): ProjectManifest | undefined {
  const text = readProjectFile(root, manifestFile);
  return text === undefined ? undefined : ProjectManifest.parse(text, manifestFile);
}

/** The new dependency, with unknown keys of the old one. */
function mergedDependency(current: object, { version, source, skills }: Dependency): object {
  const includeNow = (current as { include?: unknown }).include;
  const include = { ...without(includeNow, ['skills']), ...(skills !== undefined && { skills }) };
  return {
    ...(version !== undefined && { version }),
    ...(source !== undefined && { source }),
    ...(Object.keys(include).length > 0 && { include }),
    ...without(current, ['version', 'source', 'include']),
  };
}

function without(value: unknown, keys: readonly string[]): object {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function readName(document: JsonDocument): string | undefined {
  const name = document.get(['name']);
  if (name === undefined || (typeof name === 'string' && name !== '')) return name;
  document.problem(['name'], 'must be a text that is not empty');
  return undefined;
}

function readMode(document: JsonDocument): ProjectMode | undefined {
  const mode = document.get(['mode']);
  if (mode === undefined || projectModes.includes(mode as ProjectMode))
    return mode as ProjectMode | undefined;
  document.problem(['mode'], 'must be "managed" or "vendored"');
  return undefined;
}

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
  const version = readVersion(document, path);
  const source = readSource(document, path);
  if (
    version === undefined &&
    source === undefined &&
    document.get([...path, 'version']) === undefined
  ) {
    document.problem(path, 'needs a "version"');
  }
  return { version, source, skills: readSkills(document, path) };
}

function readVersion(document: JsonDocument, path: readonly string[]): string | undefined {
  const version = document.get([...path, 'version']);
  if (version === undefined) return undefined;
  if (typeof version === 'string' && (version === 'latest' || validVersion(version)))
    return version;
  document.problem([...path, 'version'], 'must be an exact version such as "1.0.0", or "latest"');
  return undefined;
}

function readSource(document: JsonDocument, path: readonly string[]): string | undefined {
  const source = document.get([...path, 'source']);
  if (source === undefined || (typeof source === 'string' && /^[a-z][a-z+]*:.|^git@/.test(source)))
    return source;
  document.problem([...path, 'source'], 'must be a source such as "file:plugins/own"');
  return undefined;
}

function readSkills(
  document: JsonDocument,
  path: readonly string[],
): readonly string[] | undefined {
  const skills = document.get([...path, 'include', 'skills']);
  if (skills === undefined) return undefined;
  if (Array.isArray(skills) && skills.every((skill) => typeof skill === 'string')) return skills;
  document.problem([...path, 'include', 'skills'], 'must be a list of skill names');
  return undefined;
}
