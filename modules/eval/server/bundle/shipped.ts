import { posix } from 'node:path';
import type { LooseFile, PluginFile } from '../../../registry/contract/plugin-format.js';
import type { BundledScenario, OpenBundle } from './open-bundle.js';

/** Folder of a plugin with its scenarios. */
const EVALS = 'evals';

type Content = Pick<PluginFile, 'path' | 'content'>;

/**
 * Whether the scenarios of a bundle are those of the plugin: all of them, byte by byte. Then whoever has the plugin can repeat the run, and nobody has chosen
 * the scenarios that go well.
 */
export function isShipped(
  { scenarios }: Pick<OpenBundle, 'scenarios'>,
  files: readonly Content[],
): boolean {
  const shipped = new Map(files.map(({ path, content }) => [path, content]));
  const isThere = ({ path, content }: Content): boolean => {
    const found = shipped.get(path);
    return found !== undefined && Buffer.compare(found, content) === 0;
  };
  const areThere = [...scenarios].every(([name, scenario]) =>
    filesOf(posix.join(EVALS, name), scenario).every(isThere),
  );
  return areThere && namesIn(files).every((name) => scenarios.has(name));
}

/** Folders without a task, or with an empty one, are no scenarios. */
const namesIn = (files: readonly Content[]): readonly string[] =>
  files
    .filter(({ content }) => Buffer.from(content).toString().trim() !== '')
    .flatMap(({ path }) => /^evals\/([^/]+)\/task\.md$/.exec(path)?.[1] ?? []);

/** With the paths that they have in a plugin. */
function filesOf(folder: string, { files, fixtures, scenario }: BundledScenario): Content[] {
  const at = (base: string, of: readonly LooseFile[]): Content[] =>
    of.map(({ path, content }) => ({ path: posix.join(base, path), content }));
  const ofFixtures = [...fixtures].flatMap(([name, of]) => {
    const fixture = scenario.fixtures.get(name);
    return fixture?.type === 'directory' ? at(posix.join(folder, fixture.path), of) : [];
  });
  return [...at(folder, [...files.values()]), ...ofFixtures];
}
