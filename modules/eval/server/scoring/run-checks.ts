import { setImmediate } from 'node:timers/promises';
import type { CriterionScore } from '../../contract/run-view.js';
import type { Check, Criterion } from '../../scenario/scenario.js';
import {
  verdictOf,
  type CheckedFile,
  type CheckVerdict,
  type FileCheck,
} from '../../scoring/check-verdict.js';
import { seen } from '../../scoring/judge/withheld.js';
import { SchemaUnusable } from '../../scoring/schema-mismatch.js';
import type { ToScore } from '../cells/scorer.js';
import { CellFailed } from '../cells/solution.js';
import type { CheckCommands, CommandCheck } from './check-command.js';
import { checkedFiles } from './checked-files.js';

type Checked = Criterion & { readonly check: Check };

/** The scores of all criteria that have a check. Files are looked at before any command runs. */
export async function runChecks(
  criteria: readonly Criterion[],
  solution: Pick<ToScore, 'sandbox' | 'folder' | 'signal'>,
  commands: CheckCommands,
): Promise<ReadonlyMap<Criterion, CriterionScore>> {
  const checked = criteria.filter(
    (criterion): criterion is Checked => criterion.check !== undefined,
  );
  const ofFiles = checked.map(({ check }) => check).filter(isOfFile);
  const files = await checkedFiles(ofFiles, solution);
  const verdicts = new Map<Check, CheckVerdict>(await fileVerdicts(ofFiles, files));
  const ofCommands = checked.map(({ check }) => check).filter(isOfCommand);
  for (const [check, verdict] of await commands.verdicts(ofCommands, solution))
    verdicts.set(check, verdict);
  return new Map(
    checked.map((criterion) => [criterion, scoreOf(criterion, verdicts.get(criterion.check))]),
  );
}

/** The verdicts of checks, whose files have the same order. */
export async function fileVerdicts(
  checks: readonly FileCheck[],
  files: readonly CheckedFile[],
): Promise<ReadonlyMap<FileCheck, CheckVerdict>> {
  const verdicts = new Map<FileCheck, CheckVerdict>();
  for (const [index, check] of checks.entries()) {
    // each may take seconds on purpose, in which this process does nothing else
    await setImmediate();
    verdicts.set(check, await usable(verdictOf(check, files[index] ?? NONE)));
  }
  return verdicts;
}

const NONE = { missing: 'was not looked at' };

const isOfFile = (check: Check): check is FileCheck => check.type !== 'command';
const isOfCommand = (check: Check): check is CommandCheck => check.type === 'command';

/** A schema that cannot be used is no fault of the solution. */
async function usable(verdict: Promise<CheckVerdict>): Promise<CheckVerdict> {
  try {
    return await verdict;
  } catch (error) {
    if (!(error instanceof SchemaUnusable)) throw error;
    throw new CellFailed(
      'scorer',
      `The schema of a check cannot be used: ${error.message}.`,
      false,
    );
  }
}

function scoreOf({ name, maxScore }: Criterion, verdict: CheckVerdict | undefined): CriterionScore {
  if (verdict === undefined) throw new Error(`there is no verdict for a check of "${name}"`);
  return {
    name,
    score: verdict.passes ? maxScore : 0,
    maxScore,
    by: 'check',
    reasoning: seen(verdict.why),
    quote: null,
    overridden: null,
  };
}
