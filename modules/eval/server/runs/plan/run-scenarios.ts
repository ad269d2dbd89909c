import { randomUUID } from 'node:crypto';
import type { ErrorIssue } from 'svc-registry/kernel';
import { parsedJson } from '../../../../../toolbox/parsed-json.js';
import { mapTexts, storable } from '../../../../../toolbox/storable.js';
import { isRecord } from '../../../../../toolbox/type-guards.js';
import { scenariosMissing } from '../../../contract/errors.js';
import { scenarioInvalid } from '../../../contract/run-errors.js';
import { assessQuality } from '../../../quality/assess.js';
import { lintScenario } from '../../../lint/lint-scenario.js';
import { rules } from '../../../scenario/rules.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { BundleFolder, normal } from '../../bundle/bundle-folder.js';
import { fingerprintOf, type BundledScenario, type OpenBundle } from '../../bundle/open-bundle.js';
import type { EvalScenario } from '../eval-scenario.entity.js';
import type { RunContext } from './run-context.js';

/** More issues in an error are of no use to anybody. */
const MOST_ISSUES = 100;

/** A scenario of a run that is to begin. */
export interface RunScenario {
  /** The row; the run has its id when it is stored. */
  readonly row: Omit<EvalScenario, 'runId'>;
  readonly scenario: Scenario;
  readonly bundled: BundledScenario;
}

/** The scenarios of a bundle in the order of their names. Throws `scenarios_missing`, and `scenario_invalid` with an issue for each error. */
export function requireScenarios({ scenarios }: OpenBundle): readonly [string, BundledScenario][] {
  if (scenarios.size === 0) throw scenariosMissing({ folder: 'the bundle' });
  const all = [...scenarios].sort(([one], [other]) => (one < other ? -1 : 1));
  const issues = all.flatMap(([name, bundled]) => issuesOf(name, bundled));
  if (issues.length > 0)
    throw scenarioInvalid({ problems: issues.length }, { issues: issues.slice(0, MOST_ISSUES) });
  return all;
}

function issuesOf(name: string, { findings }: BundledScenario): readonly ErrorIssue[] {
  return findings
    .filter(({ rule }) => rules[rule].severity === 'error')
    .map(({ file, line, field, message }) => ({
      file: `${name}/${file}`,
      ...(line !== undefined && { line }),
      ...(field !== undefined && { field }),
      message,
    }));
}

/** What is stored of a scenario, and whether the quality check leaves it out; `texts` are those of the context, `null` if nothing is checked. */
export async function runScenario(
  [name, bundled]: [string, BundledScenario],
  position: number,
  texts: RunContext['texts'] | null,
): Promise<RunScenario> {
  const { scenario } = bundled;
  const quality = texts === null ? null : await assessed(bundled, texts);
  const row = {
    id: randomUUID(),
    position,
    name,
    fingerprint: fingerprintOf(bundled),
    task: scenario.task,
    criteria: criteriaOf(bundled),
    quality: quality?.status ?? 'included',
    assessment: quality?.assessment ?? null,
  };
  return { row, scenario, bundled };
}

async function assessed(bundled: BundledScenario, context: RunContext['texts']) {
  const { scenario, files } = bundled;
  const paths = [...scenario.fixtures.values()].flatMap((fixture) =>
    fixture.type === 'directory' ? [normal(fixture.path)] : [],
  );
  const lint = await lintScenario(new BundleFolder(files, paths));
  const findings = lint.kind === 'scenario' ? lint.findings : [];
  return assessQuality({ scenario, findings, context });
}

/** It was read before, so it has fields. */
function criteriaOf({ files }: BundledScenario): object {
  const content = files.get('criteria.json')?.content;
  const value = parsedJson(Buffer.from(content ?? '').toString('utf8'));
  return isRecord(value) ? mapTexts(value, storable) : {};
}
