import { createHash } from 'node:crypto';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { ownPath } from '../../scenario/bundle-path.js';
import type { Finding } from '../../scenario/findings.js';
import { readScenario } from '../../scenario/read-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { BundleFolder, normal, type FilesByPath } from './bundle-folder.js';

/** The reference solution of a scenario, in its folder. No agent gets it but `oracle`, which is for tests. */
export const SOLUTION = 'solution/';

/** A scenario of a bundle. */
export interface BundledScenario {
  /** Of its folder. */
  readonly files: FilesByPath;
  /** As far as it could be read: it can be used if no finding is an error. */
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
  /** Of its directory fixtures, by their names; their patterns were applied by whoever sent them, and are applied again. */
  readonly fixtures: ReadonlyMap<string, readonly LooseFile[]>;
}

/** What somebody has sent to be evaluated. */
export interface OpenBundle {
  /** By the names of their folders. */
  readonly scenarios: ReadonlyMap<string, BundledScenario>;
  /** Folders that are no scenarios, and why: the end of a sentence. */
  readonly skipped: ReadonlyMap<string, string>;
  /** Of the context, relative to its folder. */
  readonly context: readonly LooseFile[];
  /** Of all files together. */
  readonly bytes: number;
}

/** Opens an archive that was accepted when it was sent. Throws an `archive_…` error when it breaks a rule of archives. */
export async function openBundle(archive: Uint8Array, format: PluginFormat): Promise<OpenBundle> {
  return readBundle(await format.filesOfArchive(archive));
}

/** The same of the files of an archive: `scenarios/<name>/…`, `fixtures/<name>/<fixture>/…`, `context/…`. */
export async function readBundle(sent: readonly LooseFile[]): Promise<OpenBundle> {
  const files = sent.map((file) => ({ ...file, path: ownPath(file.path) }));
  const scenarios = new Map<string, BundledScenario>();
  const skipped = new Map<string, string>();
  const fixtures = folders(below(files, 'fixtures/'));
  for (const [name, own] of folders(below(files, 'scenarios/'))) {
    const byName = folders(fixtures.get(name) ?? []);
    const byPath: FilesByPath = new Map(own.map((file) => [file.path, file]));
    const reading = await readScenario(new BundleFolder(byPath, sentPaths(byPath, byName)));
    if (reading.kind === 'none') skipped.set(name, reading.why);
    else
      scenarios.set(name, {
        files: byPath,
        scenario: reading.scenario,
        findings: reading.findings.all,
        fixtures: byName,
      });
  }
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  return { scenarios, skipped, context: below(files, 'context/'), bytes };
}

/** Hash of a scenario's files and of its directory fixtures, without the reference solution: agents are not given that. */
export function fingerprintOf({
  files,
  fixtures,
}: Pick<BundledScenario, 'files' | 'fixtures'>): string {
  const own = [...files.values()].filter(({ path }) => !path.startsWith(SOLUTION));
  const sent = [...fixtures].map(([name, of]) => [name, linesOf(of)]);
  const text = JSON.stringify([linesOf(own), sent.sort()]);
  return createHash('sha256').update(text).digest('hex');
}

const linesOf = (files: readonly LooseFile[]) =>
  files
    .map(({ path, executable, content }) => [
      path,
      executable,
      createHash('sha256').update(content).digest('hex'),
    ])
    .sort();

/** The files below a folder, with paths relative to it. */
const below = (files: readonly LooseFile[], folder: string): readonly LooseFile[] =>
  files
    .filter(({ path }) => path.startsWith(folder))
    .map((file) => ({ ...file, path: file.path.slice(folder.length) }));

/** Files by the first folder of their paths; those that are in none are left out. */
function folders(files: readonly LooseFile[]): ReadonlyMap<string, readonly LooseFile[]> {
  const all = new Map<string, LooseFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    if (slash <= 0) continue;
    const name = file.path.slice(0, slash);
    const rest = { ...file, path: file.path.slice(slash + 1) };
    const known = all.get(name);
    if (known === undefined) all.set(name, [rest]);
    else known.push(rest);
  }
  return all;
}

/** Paths of directory fixtures whose files were sent. They are needed before the scenario is read, which reports what is wrong with them. */
function sentPaths(files: FilesByPath, fixtures: BundledScenario['fixtures']): readonly string[] {
  const content = files.get('scenario.json')?.content;
  const value = content && parsedJson(Buffer.from(content).toString());
  if (!isRecord(value)) return [];
  const named = isRecord(value['fixtures']) ? Object.entries(value['fixtures']) : [];
  return [['fixture', value['fixture']] as const, ...named].flatMap(([name, fixture]) =>
    isRecord(fixture) && typeof fixture['path'] === 'string' && fixtures.has(name)
      ? [normal(fixture['path'])]
      : [],
  );
}
