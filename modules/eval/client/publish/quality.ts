import { join } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import { decodeText } from '../../../../toolbox/decoded-text.js';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { scenariosPoor } from '../../contract/command-errors.js';
import { lintScenario } from '../../lint/lint-scenario.js';
import { assessQuality } from '../../quality/assess.js';
import { DiskFolder } from '../disk-folder.js';
import type { ScenarioFolders } from '../find-scenarios.js';
import { readScenarios } from '../run/read-scenarios.js';

/** Throws `scenarios_poor` with the notes on every scenario that the quality check rejects. `plugin`: its files. */
export async function requireQuality(
  folders: ScenarioFolders,
  plugin: readonly LooseFile[],
): Promise<void> {
  const context = plugin.flatMap(textOf);
  const issues: ErrorIssue[] = [];
  let count = 0;
  for (const { root, scenario } of await readScenarios(folders)) {
    const lint = await lintScenario(new DiskFolder(root, folders.boundary));
    const findings = lint.kind === 'scenario' ? lint.findings : [];
    const { status, assessment } = assessQuality({ scenario, findings, context });
    if (status === 'included') continue;
    count += 1;
    issues.push(...assessment.notes.map((message) => ({ file: join(root), message })));
  }
  if (count > 0) throw scenariosPoor({ count }, { issues });
}

/** What an agent would read of the plugin, and not what it is scored by. */
function textOf({ path, content }: LooseFile): { name: string; text: string }[] {
  if (path.startsWith('evals/') || !/\.mdc?$/i.test(path)) return [];
  const text = decodeText(content);
  return text === undefined ? [] : [{ name: path, text }];
}
