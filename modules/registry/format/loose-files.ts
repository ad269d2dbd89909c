import { pluginInvalid } from '../contract/plugin-errors.js';
import type { LooseFile } from '../contract/plugin-format.js';
import type { PluginSource } from './check-plugin.js';
import { Findings } from './findings.js';
import { IgnoreRules } from './ignore-rules.js';
import { IGNORE_PATH, MANIFEST_PATH } from './limits.js';
import { pathProblem } from './portable-path.js';

/** Splits a plugin's files by its `.svcignore`, as reading its folder would. */
export function splitByIgnoreRules(files: readonly LooseFile[]): PluginSource {
  const findings = new Findings();
  const rules = IgnoreRules.read(files.find(({ path }) => path === IGNORE_PATH)?.content, findings);
  // paths that no plugin may have are kept, so that the checks that follow name them
  const paths = files.map(({ path }) => path).filter((path) => pathProblem(path) === undefined);
  const verdicts = rules.verdicts(paths);
  if (verdicts === undefined)
    findings.error('The patterns take too long to match; make them simpler.', {
      file: IGNORE_PATH,
    });
  if (verdicts === undefined || findings.errors.length > 0) {
    throw pluginInvalid({ what: `${IGNORE_PATH} cannot be used.` }, { issues: findings.errors });
  }
  const ships = ({ path }: LooseFile): boolean =>
    [MANIFEST_PATH, IGNORE_PATH].includes(path) || (verdicts.get(path) ?? 'ships') === 'ships';
  return {
    files: files.filter(ships),
    ignored: files.filter((file) => !ships(file)).map(({ path }) => path),
  };
}
