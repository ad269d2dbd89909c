import parseVersion from 'semver/functions/parse.js';
import type { PluginManifest } from '../contract/plugin-format.js';
import type { Findings } from './findings.js';
import { readJsonObject } from './json-document.js';
import type { JsonValue } from '../../../toolbox/json-value.js';
import { MANIFEST_PATH } from './limits.js';
import { parsePluginName, type PluginName } from './names.js';
import { nearestName } from './nearest-name.js';
import { looksLikePackageUrl, parsePackageUrl } from './package-url.js';
import { pluginPath } from './relative-path.js';
import { readSubagentSource } from './subagents.js';

/** Keys with a rule of their own. */
const FIELDS = [
  'name',
  'version',
  'description',
  'private',
  'rules',
  'skills',
  'agents',
  'mcpServers',
  'hooks',
  'nativeHooks',
  'docs',
] as const;
/** Known keys without a rule, which are not reported as typing errors. */
const KNOWN_EXTRAS = [
  'author',
  'license',
  'homepage',
  'repository',
  'commands',
  'describes',
  'keywords',
  '$schema',
  'displayName',
];

/** A folder to scan; `at` is its position in the manifest, `undefined` for the default folder. */
export interface FolderSource {
  readonly folder: string;
  readonly at: JsonValue | undefined;
}

/** Where a plugin keeps components of one kind: a folder to scan, or the entries themselves. */
export type ComponentSource = FolderSource | { readonly entries: readonly DeclaredEntry[] };

export interface DeclaredEntry {
  readonly path: string;
  /** The position in the manifest, for findings. */
  readonly at: JsonValue;
}

/** A manifest with data that only the checks need. */
export interface ManifestReading {
  readonly manifest: PluginManifest;
  readonly rules: ComponentSource;
  readonly skills: ComponentSource;
  readonly subagents: ComponentSource;
  readonly docs: DeclaredEntry | undefined;
  readonly hooks: JsonValue | undefined;
  readonly nativeHooks: JsonValue | undefined;
  /** The manifest's reference to a file with tool servers. */
  readonly mcpServers: JsonValue | undefined;
}

/** Reads `.svc-plugin/plugin.json`. Returns `undefined`, with every broken rule among the findings, if it cannot be used. */
export function readManifest(content: Uint8Array, findings: Findings): ManifestReading | undefined {
  const before = findings.errors.length;
  const fields = readJsonObject({ file: MANIFEST_PATH, content }, findings);
  if (fields === undefined) return undefined;
  warnOfTypos(fields);
  warnOfPackageUrl(fields.get('describes'));
  const head = readHead(fields, findings);
  const rules = readComponents(fields.get('rules'), 'rules');
  const skills = readComponents(fields.get('skills'), 'skills');
  const subagents = readSubagentSource(fields.get('agents'));
  const docs = readPath(fields.get('docs'));
  const [hooks, nativeHooks] = [fields.get('hooks'), fields.get('nativeHooks')];
  const records = { hooks: recordOf(hooks), nativeHooks: recordOf(nativeHooks) };
  const mcpServers = fields.get('mcpServers');
  checkToolServerPointer(mcpServers);
  if (findings.errors.length > before || head === undefined) return undefined;
  return {
    manifest: { ...head, ...records, extra: extrasOf(fields) },
    rules,
    skills,
    subagents,
    docs,
    hooks,
    nativeHooks,
    mcpServers,
  };
}

type Head = Omit<PluginManifest, 'hooks' | 'nativeHooks' | 'extra'>;

function readHead(fields: ReadonlyMap<string, JsonValue>, findings: Findings): Head | undefined {
  for (const key of ['name', 'version', 'description']) {
    if (!fields.has(key))
      findings.error(`The manifest lacks "${key}".`, { file: MANIFEST_PATH, line: 1, field: key });
  }
  const name = readName(fields.get('name'));
  const version = readVersion(fields.get('version'));
  const description = fields.get('description')?.text();
  const isPrivate = fields.get('private')?.boolean() ?? true;
  if (name === undefined || version === undefined || description === undefined) return undefined;
  return {
    ...name,
    name: `${name.workspace}/${name.plugin}`,
    version,
    description,
    private: isPrivate,
  };
}

function recordOf(value: JsonValue | undefined): Readonly<Record<string, unknown>> | undefined {
  return value?.object() === undefined
    ? undefined
    : (value.plain() as Readonly<Record<string, unknown>>);
}

function readName(value: JsonValue | undefined): PluginName | undefined {
  const text = value?.string();
  if (value === undefined || text === undefined) return undefined;
  const name = parsePluginName(text);
  if (typeof name !== 'string') return name;
  value.error(name);
  return undefined;
}

function readVersion(value: JsonValue | undefined): string | undefined {
  const text = value?.string();
  if (value === undefined || text === undefined) return undefined;
  const version = parseVersion(text);
  // semver.parse accepts a leading "v" and spaces; a manifest must hold the exact version
  const exact =
    version === null
      ? undefined
      : [version.version, ...(version.build.length > 0 ? [version.build.join('.')] : [])].join('+');
  if (exact === text) return text;
  value.error(`"${text.slice(0, 80)}" is not a semantic version such as 1.2.0.`);
  return undefined;
}

function readPath(value: JsonValue | undefined): DeclaredEntry | undefined {
  const text = value?.text();
  if (value === undefined || text === undefined) return undefined;
  const path = pluginPath(text);
  if (path !== undefined) return { path, at: value };
  value.error(`"${text}" must be a relative path inside the plugin, with "/".`);
  return undefined;
}

function readComponents(value: JsonValue | undefined, folder: 'rules' | 'skills'): ComponentSource {
  if (value === undefined) return { folder, at: undefined };
  if (value.type === 'array') {
    return { entries: (value.array() ?? []).map(readPath).filter((entry) => entry !== undefined) };
  }
  if (value.type !== 'string') value.error(`"${folder}" must be a string or a list of strings.`);
  else {
    const entry = readPath(value);
    if (entry !== undefined) return { folder: entry.path, at: value };
  }
  return { entries: [] };
}

function checkToolServerPointer(value: JsonValue | undefined): void {
  const text = value?.string();
  if (text === undefined || text === '.mcp.json' || text === './.mcp.json') return;
  value?.error('"mcpServers" can only be ".mcp.json" or "./.mcp.json".');
}

function warnOfTypos(fields: ReadonlyMap<string, JsonValue>): void {
  const known = [...FIELDS, ...KNOWN_EXTRAS];
  for (const [key, value] of fields) {
    if (known.includes(key)) continue;
    const meant = nearestName(key, known);
    if (meant !== undefined)
      value.warn(`The key "${key}" is unknown and has no effect. Did you mean "${meant}"?`);
  }
}

/** Only a warning: only searches use the field, and ignore a text that is not a package URL. */
function warnOfPackageUrl(value: JsonValue | undefined): void {
  if (value === undefined) return;
  const text = value.plain();
  const parsed =
    typeof text === 'string' && looksLikePackageUrl(text)
      ? parsePackageUrl(text)
      : 'it does not begin with "pkg:"';
  if (typeof parsed === 'string')
    value.warn(
      `"describes" is not a package URL such as pkg:npm/express, and has no effect: ${parsed}.`,
    );
}

function extrasOf(fields: ReadonlyMap<string, JsonValue>): Readonly<Record<string, unknown>> {
  const extra = Object.create(null) as Record<string, unknown>;
  const own = new Set<string>(FIELDS);
  for (const [key, value] of fields)
    if (!own.has(key) || key === 'docs') extra[key] = value.plain();
  return extra;
}
