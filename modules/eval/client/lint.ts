import { join } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { EventLoopYielder } from '../../../toolbox/event-loop-yielder.js';
import { scenariosMissing } from '../contract/errors.js';
import type { LintInput } from '../contract/inputs.js';
import type { LintFinding, ScenarioLintResult } from '../contract/lint-result.js';
import { lintScenario, type ScenarioLint } from '../lint/lint-scenario.js';
import type { Finding } from '../scenario/findings.js';
import { rules, type Severity } from '../scenario/rules.js';
import { DiskFolder } from './disk-folder.js';
import { findScenarios, type ScenarioFolders } from './find-scenarios.js';

@injectable()
export class LintHandler implements Handler<LintInput, ScenarioLintResult> {
  async run({ source }: LintInput, { cwd }: Context): Promise<ScenarioLintResult> {
    const folders = findScenarios(cwd, source);
    const { parent, names } = folders;
    const result: ScenarioLintResult = {
      folder: parent,
      scenarios: 0,
      skipped: [],
      errors: [],
      warnings: [],
    };
    const yielder = new EventLoopYielder();
    for (const name of names) {
      if (yielder.isDue) await yielder.pause();
      add(await lintFolder(name, folders), name, result);
    }
    if (result.scenarios === 0 && result.errors.length === 0)
      throw scenariosMissing({ folder: parent });
    return result;
  }
}

async function lintFolder(
  name: string,
  { parent, boundary }: ScenarioFolders,
): Promise<ScenarioLint | undefined> {
  const found = new DiskFolder(parent, boundary).find(name);
  if (found.kind === 'folder') return lintScenario(new DiskFolder(join(parent, name), boundary));
  if (found.kind !== 'outside') return undefined;
  const message = 'It is a link that leads out of the repository.';
  return { kind: 'scenario', findings: [{ rule: 'outside', message, file: '' }] };
}

/** A link to something else than a folder counts as nothing. */
function add(lint: ScenarioLint | undefined, name: string, result: ScenarioLintResult): void {
  if (lint === undefined) return;
  if (lint.kind === 'none') {
    result.skipped.push({ folder: name, why: lint.why });
    return;
  }
  result.scenarios += 1;
  for (const finding of lint.findings) {
    const { severity }: { readonly severity: Severity } = rules[finding.rule];
    const kept = severity === 'error' ? result.errors : result.warnings;
    kept.push(shown(name, finding));
  }
}

function shown(
  scenario: string,
  { rule, message, file, line, column, field }: Finding,
): LintFinding {
  const { what: why, fix } = rules[rule];
  return {
    rule,
    message,
    why,
    fix,
    file: file === '' ? scenario : `${scenario}/${file}`,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(field !== undefined && { field }),
  };
}
