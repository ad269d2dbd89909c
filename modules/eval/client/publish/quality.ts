import { join } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { scenariosPoor } from '../../contract/command-errors.js';
import { lintScenario } from '../../lint/lint-scenario.js';
import { assessQuality } from '../../quality/assess.js';
import { contextTexts } from '../../quality/context-texts.js';
import { DiskFolder } from '../disk-folder.js';
import type { ScenarioFolders } from '../find-scenarios.js';
import { readScenarios } from '../run/read-scenarios.js';

/** Throws `scenarios_poor` with the notes on every scenario that the quality check rejects. `plugin`: its files. */
export async function requireQuality(
  folders: ScenarioFolders,
  plugin: readonly LooseFile[],
): Promise<void> {
  // what solutions are scored by is no part of what an agent reads
  const context = contextTexts(plugin.filter(({ path }) => !path.startsWith('evals/')));
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
