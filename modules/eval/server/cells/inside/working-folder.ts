import { posix } from 'node:path';
import type { LooseFile, PluginFormat } from '../../../../registry/contract/plugin-format.js';
import { runInside } from '../../../../sandbox/contract/run-inside.js';
import type { Sandbox } from '../../../../sandbox/contract/index.js';
import { fixtureFilter, type FixtureFilter } from '../../../scenario/fixture-filter.js';
import type { Fixture, Scenario } from '../../../scenario/scenario.js';
import type { BundledScenario } from '../../bundle/open-bundle.js';
import { CellFailed } from '../solution.js';
import { putFiles, writeInside } from './put-files.js';

/** Seconds that each script may take. */
const SETUP_SECONDS = 600;
/** Characters of a script's log that a failure shows. */
const MOST_LOG = 2_000;

const RUN_SCRIPT = 'chmod +x -- "$0" && exec "$0"';

/** The files of a commit that a fixture puts down, as a `.tgz`. */
export type CommitFiles = (
  fixture: Extract<Fixture, { type: 'commit' }>,
  sandbox: Sandbox,
) => Promise<Uint8Array>;

/** What is put down at once, in its order. */
type Layer =
  | { readonly files: ReadonlyMap<string, LooseFile> }
  | { readonly commit: Extract<Fixture, { type: 'commit' }> };

/** Puts down fixtures, then what the scenario includes. */
export async function putScenario(
  sandbox: Sandbox,
  {
    folder,
    bundled,
    format,
    commitFiles,
  }: {
    readonly folder: string;
    readonly bundled: BundledScenario;
    readonly format: PluginFormat;
    readonly commitFiles: CommitFiles;
  },
): Promise<void> {
  for (const layer of layersOf(bundled)) {
    if ('commit' in layer) {
      const files = await commitFiles(layer.commit, sandbox);
      if (files.byteLength > 0)
        await putFiles(sandbox, files, posix.join(folder, layer.commit.installPath));
    } else if (layer.files.size > 0)
      await putFiles(sandbox, await packed(layer.files, format), folder);
  }
}

const archives = new WeakMap<ReadonlyMap<string, LooseFile>, Promise<Uint8Array>>();
const layers = new WeakMap<BundledScenario, readonly Layer[]>();

function layersOf(bundled: BundledScenario): readonly Layer[] {
  const known = layers.get(bundled) ?? makeLayers(bundled);
  layers.set(bundled, known);
  return known;
}

/** Neighbours of files of the bundle become one layer. */
function makeLayers({ scenario, fixtures, files }: BundledScenario): readonly Layer[] {
  const made: Layer[] = [];
  let last = new Map<string, LooseFile>();
  made.push({ files: last });
  const add = (path: string, file: LooseFile) => last.set(posix.normalize(path), file);
  for (const [name, fixture] of scenario.fixtures) {
    if (fixture.type === 'commit') {
      last = new Map();
      made.push({ commit: fixture }, { files: last });
      continue;
    }
    const takes = fixtureFilter(fixture);
    for (const file of fixtures.get(name) ?? [])
      if (isTaken(file.path, takes)) add(posix.join(fixture.installPath, file.path), file);
  }
  for (const file of files.values())
    if (scenario.include.some((path) => isIncluded(file.path, path))) add(file.path, file);
  return made;
}

/** A file is put down if none of the folders above it is left out either. */
export function isTaken(path: string, takes: FixtureFilter): boolean {
  const names = path.split('/');
  const folders = names.slice(0, -1).map((_, at) => `${names.slice(0, at + 1).join('/')}/`);
  return [...folders, path].every(takes);
}

/** An agent never gets the criteria and the reference solution, whatever a scenario includes. */
const isIncluded = (file: string, path: string): boolean =>
  file !== 'criteria.json' &&
  !file.startsWith('solution/') &&
  (path === '.' || file === path || file.startsWith(`${path}/`));

/** The archive of files, made once. */
export function packed(
  files: ReadonlyMap<string, LooseFile>,
  format: PluginFormat,
): Promise<Uint8Array> {
  const known = archives.get(files);
  if (known !== undefined) return known;
  const all = [...files].map(([path, { content, executable }]) => ({
    path,
    content,
    mode: executable ? (0o755 as const) : (0o644 as const),
  }));
  const made = format.pack({ files: all });
  archives.set(files, made);
  return made;
}

/** Runs the scripts of a scenario in the working folder, one after the other. Throws `CellFailed` for one that fails. */
export async function runSetup(
  sandbox: Sandbox,
  { setup }: Pick<Scenario, 'setup'>,
  { folder, bundled }: { readonly folder: string; readonly bundled: BundledScenario },
): Promise<void> {
  if (setup.length === 0) return;
  const scripts = posix.join(sandbox.folder, 'setup');
  for (const path of setup) {
    const file = posix.join(scripts, path);
    await writeInside(sandbox, file, bundled.files.get(path)?.content ?? '');
    const ended = await runInside(sandbox, {
      program: 'sh',
      args: ['-c', RUN_SCRIPT, file],
      cwd: folder,
      seconds: SETUP_SECONDS,
    });
    if (ended.code === 0 && ended.limit === undefined) continue;
    const log = `${ended.stdout}\n${ended.stderr}`.trim().slice(-MOST_LOG);
    throw new CellFailed(
      'setup',
      `The script ${path} ${howEnded(ended)}. It said: ${log || 'nothing'}`,
    );
  }
  await runInside(sandbox, { program: 'rm', args: ['-rf', '--', scripts], seconds: 60 });
}

function howEnded({
  code,
  signal,
  limit,
}: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly limit?: string;
}): string {
  if (limit === 'time') return `was ended after ${SETUP_SECONDS / 60} minutes`;
  if (limit !== undefined) return `was ended: it exceeded the limit of ${limit}`;
  return code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`;
}
