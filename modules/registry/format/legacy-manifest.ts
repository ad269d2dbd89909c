import { posix } from 'node:path';
import type { Findings } from './findings.js';
import { readJsonObject } from './json-document.js';
import type { JsonValue } from '../../../toolbox/json-value.js';

/** The manifest of older plugins. */
export const LEGACY_MANIFEST_PATH = 'tile.json';

/** The older manifest converted to the present format. */
export interface LegacyManifest {
  /** Fields of a `plugin.json`, in the order in which they are written. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The origin of each field in the older manifest, for findings. */
  readonly origins: ReadonlyMap<string, JsonValue>;
}

export interface LegacyReading {
  readonly findings: Findings;
  /** Whether the plugin has a folder of this name. */
  readonly hasFolder: (path: string) => boolean;
}

type Fields = ReadonlyMap<string, JsonValue>;

/** Older key → present key. */
const HEAD = new Map([
  ['name', 'name'],
  ['version', 'version'],
  ['summary', 'description'],
  ['private', 'private'],
]);
/** Lists of components, the older maps they come from, and how these maps' paths are read. */
const COMPONENTS = [
  { key: 'rules', older: ['steering', 'rules'], pathsOf: rulePaths },
  { key: 'skills', older: ['skills'], pathsOf: skillFolders },
];
const TRANSLATED = new Set([...HEAD.keys(), ...COMPONENTS.flatMap(({ older }) => older)]);

/**
 * Reads a `tile.json`. A folder does not become a component unless the file names it; keys without a
 * counterpart are kept. Whether the fields keep the rules is left to the checks of the new manifest.
 */
export function readLegacyManifest(
  content: Uint8Array,
  { findings, hasFolder }: LegacyReading,
): LegacyManifest | undefined {
  const before = findings.errors.length;
  const legacy = readJsonObject({ file: LEGACY_MANIFEST_PATH, content }, findings);
  if (legacy === undefined) return undefined;
  for (const key of ['name', 'version', 'summary']) {
    if (!legacy.has(key))
      findings.error(`The manifest lacks "${key}".`, {
        file: LEGACY_MANIFEST_PATH,
        line: 1,
        field: key,
      });
  }
  const manifest = new Draft(legacy);
  manifest.takeHead();
  manifest.takeComponents(hasFolder);
  manifest.takeOthers();
  return findings.errors.length > before ? undefined : manifest;
}

class Draft implements LegacyManifest {
  readonly fields = new Map<string, unknown>();
  readonly origins = new Map<string, JsonValue>();

  constructor(private readonly legacy: Fields) {}

  takeHead(): void {
    for (const [older, key] of HEAD) this.take(key, this.legacy.get(older));
    if (!this.fields.has('private')) this.fields.set('private', true);
  }

  takeComponents(hasFolder: LegacyReading['hasFolder']): void {
    for (const { key, older, pathsOf } of COMPONENTS) {
      const maps = older.flatMap((name) => this.legacy.get(name) ?? []);
      const [first] = maps;
      if (first !== undefined) this.origins.set(key, first);
      if (first !== undefined || hasFolder(key))
        this.fields.set(key, [...new Set(maps.flatMap(pathsOf))]);
    }
  }

  takeOthers(): void {
    for (const [key, value] of this.legacy) {
      if (TRANSLATED.has(key)) continue;
      if (this.fields.has(key)) value.warn(`"${key}" is left out: "summary" takes its place.`);
      else this.take(key, value);
    }
  }

  private take(key: string, value: JsonValue | undefined): void {
    if (value === undefined) return;
    this.fields.set(key, value.plain());
    this.origins.set(key, value);
  }
}

function rulePaths(value: JsonValue): readonly string[] {
  return entriesOf(value, 'rules').map(({ name, path, at }) => {
    const called = posix.basename(path, '.md');
    if (called !== name) at.warn(`The rule is now called "${called}", after its file.`);
    return path;
  });
}

/** The present format names a skill by its folder, not by the file in it. */
function skillFolders(value: JsonValue): readonly string[] {
  return entriesOf(value, 'path').map(({ path }) => {
    if (posix.basename(path) !== 'SKILL.md') return path;
    const folder = posix.dirname(path);
    return folder === '.' ? './' : folder;
  });
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly at: JsonValue;
}

/** The entries of `{ <name>: { <key>: <path> } }`. */
function entriesOf(value: JsonValue, key: string): readonly Entry[] {
  return [...(value.object() ?? [])].flatMap(([name, at]) => {
    const entry = at.object();
    if (entry === undefined) return [];
    const path = entry.get(key);
    if (path === undefined) at.error(`The entry "${name}" lacks "${key}", the path of its file.`);
    for (const [other, setting] of entry)
      if (other !== key) setting.warn(`"${other}" has no counterpart and is left out.`);
    const text = path?.text();
    return text === undefined ? [] : [{ name, path: text, at }];
  });
}
