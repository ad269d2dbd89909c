import { join } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
import { scenariosMissing } from '../../contract/errors.js';
import { scenarioInvalid } from '../../contract/run-errors.js';
import type { Finding } from '../../scenario/findings.js';
import { readScenario } from '../../scenario/read-scenario.js';
import { rules, type Severity } from '../../scenario/rules.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DiskFolder } from '../disk-folder.js';
import type { ScenarioFolders } from '../find-scenarios.js';

/** A scenario on this machine. */
export interface LocalScenario {
  /** Of its folder. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly root: string;
  readonly scenario: Scenario;
}

/** The scenarios of folders; those without a task are skipped. Throws `scenario_invalid` with everything that is wrong in their form, and `scenarios_missing`. */
export async function readScenarios(folders: ScenarioFolders): Promise<readonly LocalScenario[]> {
  const { parent, names, boundary } = folders;
  const scenarios: LocalScenario[] = [];
  const issues: ErrorIssue[] = [];
  const yielder = new EventLoopYielder();
  for (const name of names) {
    if (yielder.isDue) await yielder.pause();
    const root = join(parent, name);
    const { kind } = new DiskFolder(parent, boundary).find(name);
    if (kind === 'outside')
      issues.push({ file: root, message: 'It is a link that leads out of the repository.' });
    if (kind !== 'folder') continue;
    const reading = await readScenario(new DiskFolder(root, boundary));
    if (reading.kind === 'none') continue;
    scenarios.push({ name, root, scenario: reading.scenario });
    issues.push(...reading.findings.all.filter(isError).map((found) => issueOf(root, found)));
  }
  if (issues.length > 0) throw scenarioInvalid({ problems: issues.length }, { issues });
  if (scenarios.length === 0) throw scenariosMissing({ folder: parent });
  return scenarios;
}

export function isError({ rule }: Finding): boolean {
  const { severity }: { readonly severity: Severity } = rules[rule];
  return severity === 'error';
}

export const issueOf = (root: string, { file, message, line, column, field }: Finding) => ({
  file: join(root, file),
  message,
  line,
  column,
  field,
});
