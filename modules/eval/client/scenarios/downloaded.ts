import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { downloadUnsafe } from '../../contract/command-errors.js';

/** `<7-char-hash>-<slug>` (specification, "Evaluation scenarios"). */
const NAME = /^[0-9a-f]{7}-[a-z0-9][a-z0-9-]{0,99}$/;

/**
 * The scenarios of an archive whose paths are checked already: none leads out of it, and none is a link. Throws `download_unsafe` for what is no scenario.
 */
export function scenariosOf(files: readonly LooseFile[]): Map<string, LooseFile[]> {
  const scenarios = new Map<string, LooseFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    const name = file.path.slice(0, Math.max(0, slash));
    if (!NAME.test(name))
      throw downloadUnsafe({ path: file.path, why: 'it is in no folder of a scenario' });
    const of = scenarios.get(name) ?? [];
    scenarios.set(name, [...of, { ...file, path: file.path.slice(slash + 1) }]);
  }
  for (const [name, of] of scenarios)
    if (!of.some(({ path }) => path === 'task.md'))
      throw downloadUnsafe({ path: name, why: 'it has no task.md' });
  return scenarios;
}
