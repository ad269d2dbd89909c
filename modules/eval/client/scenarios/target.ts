import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { targetNotCleared } from '../../contract/command-errors.js';
import { isPlugin } from '../plugin-folder.js';

const EVALS = 'evals';

/** Where downloaded scenarios go: as it is named, else `evals` of the plugin around the current folder, else `evals` here. */
export function targetOf(output: string | undefined, cwd: string): string {
  if (output !== undefined) return resolve(cwd, output);
  return join(pluginAround(cwd) ?? cwd, EVALS);
}

function pluginAround(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isPlugin(folder)) return folder;
    if (folder === dirname(folder) || existsSync(join(folder, '.git'))) return undefined;
  }
}

/** Files that only folders have which are more than scenarios. */
const MORE = ['.git', '.svc', 'svc.json', 'package.json'];

/** Clearing removes everything in a folder: throws `target_not_cleared` for one that is evidently more than a folder of scenarios. */
export function requireClearable(folder: string, cwd: string): void {
  if (!existsSync(folder)) return;
  const real = realpathSync(folder);
  const here = realpathSync(cwd);
  if (here === real || here.startsWith(real.endsWith(sep) ? real : real + sep))
    throw targetNotCleared({ folder, why: 'the current folder is in it' });
  const found = isPlugin(folder) ? 'a plugin' : MORE.find((name) => existsSync(join(folder, name)));
  if (found !== undefined)
    throw targetNotCleared({ folder, why: `it is no folder of scenarios: it has ${found}` });
}
