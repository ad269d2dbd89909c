import { jsonObject } from '../../../toolbox/json-object.js';
import { readCriteria } from './criteria.js';
import type { Fields } from './fields.js';
import { Findings } from './findings.js';
import type { Scenario } from './scenario.js';
import { readPreparation } from './scenario-file.js';
import type { ScenarioFolder } from './scenario-folder.js';
import { readText } from './text-file.js';

export type ScenarioReading =
  /** No scenario; `why`: the end of a sentence about the folder. */
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'scenario';
      /** As far as it could be read: it can be used if no finding is an error. */
      readonly scenario: Scenario;
      readonly findings: Findings;
    };

/** Reads the scenario of a folder with everything that is wrong in its form. A folder without text in `task.md` is no scenario. */
export async function readScenario(folder: ScenarioFolder): Promise<ScenarioReading> {
  const findings = new Findings();
  const task = readText(folder, 'task.md', findings);
  if (!task.isThere) return { kind: 'none', why: 'has no task.md' };
  if (task.text?.trim() === '') return { kind: 'none', why: 'has an empty task.md' };
  const context = { folder, findings };
  const criteria = criteriaFields(context);
  const scenario: Scenario = {
    task: task.text ?? '',
    context: '',
    criteria: [],
    ...(criteria && readCriteria(criteria, findings)),
    ...readPreparation(fieldsOf('scenario.json', context), context),
  };
  await checkSchemas(scenario);
  return { kind: 'scenario', scenario, findings };
}

interface Context {
  readonly folder: ScenarioFolder;
  readonly findings: Findings;
}

/** The fields of a JSON file; `undefined` if it is missing and, after reporting why, if it has none. */
function fieldsOf(file: string, { folder, findings }: Context): Fields | undefined {
  const { text } = readText(folder, file, findings);
  return text === undefined ? undefined : jsonObject({ file, text }, findings);
}

function criteriaFields(context: Context): Fields | undefined {
  const { folder, findings } = context;
  const file = 'criteria.json';
  if (folder.find(file).kind !== 'missing') return fieldsOf(file, context);
  if (folder.find('rubric.json').kind === 'missing')
    findings.add('file', 'There is no criteria.json beside task.md.', { file });
  else
    findings.add('old-name', 'The criteria of a scenario are in criteria.json.', {
      file: 'rubric.json',
    });
  return undefined;
}

async function checkSchemas({ criteria }: Scenario): Promise<void> {
  const withSchema = criteria.filter(({ check }) => check?.type === 'schema');
  if (withSchema.length === 0) return;
  // its library takes longer to load than everything else
  const { schemaProblem } = await import('./schema-problem.js');
  for (const { check, at } of withSchema) {
    const problem = check?.type === 'schema' ? schemaProblem(check.schema) : undefined;
    const schemaAt = at.object()?.get('check')?.object()?.get('schema') ?? at;
    if (problem !== undefined) schemaAt.error(`The schema is no JSON Schema: ${problem}.`);
  }
}
