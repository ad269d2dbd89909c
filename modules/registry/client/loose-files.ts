import { pluginInvalid } from '../contract/plugin-errors.js';
import type { LooseFile } from '../contract/plugin-format.js';
import {
  Findings,
  IGNORE_PATH,
  IgnoreRules,
  MANIFEST_PATH,
  type PluginSource,
} from '../format/index.js';

/** Splits a plugin's files by its `.svcignore`, as reading its folder would. */
export function splitByIgnoreRules(files: readonly LooseFile[]): PluginSource {
  const findings = new Findings();
  const rules = IgnoreRules.read(files.find(({ path }) => path === IGNORE_PATH)?.content, findings);
  const verdicts = rules.verdicts(files.map(({ path }) => path));
  if (verdicts === undefined)
    findings.error('The patterns take too long to match; make them simpler.', {
      file: IGNORE_PATH,
    });
  if (verdicts === undefined || findings.errors.length > 0) {
    throw pluginInvalid({ what: `${IGNORE_PATH} cannot be used.` }, { issues: findings.errors });
  }
  const ships = ({ path }: LooseFile): boolean =>
    [MANIFEST_PATH, IGNORE_PATH].includes(path) || verdicts.get(path) === 'ships';
  return {
    files: files.filter(ships),
    ignored: files.filter((file) => !ships(file)).map(({ path }) => path),
  };
}
