import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { by } from '../../../toolbox/by.js';
import { scenariosMissing } from '../contract/errors.js';
import { isFolder, isPlugin } from './plugin-folder.js';

const EVALS = 'evals';

/** Folders that may be scenarios. */
export interface ScenarioFolders {
  /** Real path of the folder that they are in. */
  readonly parent: string;
  readonly names: readonly string[];
  /** Real path of the folder that nothing of them may lead out of. */
  readonly boundary: string;
}

/** The folders that a source names: a plugin, a folder of scenarios, or a scenario. Throws `scenarios_missing`. */
export function findScenarios(cwd: string, source = '.'): ScenarioFolders {
  const folder = realFolder(resolve(cwd, source));
  if (existsSync(join(folder, 'task.md'))) {
    const parent = dirname(folder);
    return { parent, names: [basename(folder)], boundary: boundaryOf(parent) };
  }
  const evals = join(folder, EVALS);
  const parent = isFolder(evals) ? realFolder(evals) : folder;
  return { parent, names: foldersIn(parent), boundary: boundaryOf(parent) };
}

function realFolder(path: string): string {
  if (!isFolder(path)) throw scenariosMissing({ folder: path, isFolder: false });
  return realpathSync(path);
}

/** Links are among them: whether they may be followed is decided when they are read. Hidden folders are nobody's scenarios. */
function foldersIn(parent: string): readonly string[] {
  return readdirSync(parent, { withFileTypes: true })
    .filter(
      (entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'),
    )
    .map(({ name }) => name)
    .sort(by((name) => name));
}

/** The repository around the scenarios; outside of one the plugin, or else the folder of the scenarios. */
function boundaryOf(parent: string): string {
  for (let folder = parent; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) break;
  }
  const around = dirname(parent);
  return isPlugin(around) ? around : parent;
}
