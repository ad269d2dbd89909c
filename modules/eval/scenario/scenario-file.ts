import type { JsonValue } from '../../../toolbox/json-value.js';
import { checkBelow, expectFound } from './expect-found.js';
import { warnUnknown, type Fields } from './fields.js';
import type { Findings } from './findings.js';
import { fixtureFilter } from './fixture-filter.js';
import { readFixture } from './fixtures.js';
import { innerPath } from './paths.js';
import type { Fixture, Scenario } from './scenario.js';
import type { ScenarioFolder } from './scenario-folder.js';
import { readSetup } from './scripts.js';

interface Context {
  readonly folder: ScenarioFolder;
  readonly findings: Findings;
}

/** Put down without being named. */
const RESOURCES = 'resources';
/** The name of the only fixture of the older form. */
const ONLY = 'fixture';
/** What an agent must not see. */
const RUBRIC = 'criteria.json';

/** The preparation of a scenario: by its `scenario.json`, if it has one, and by what is there anyway. */
export function readPreparation(
  fields: Fields | undefined,
  context: Context,
): Pick<Scenario, 'description' | 'fixtures' | 'include' | 'setup'> {
  if (fields !== undefined)
    warnUnknown(
      fields,
      ['description', 'fixture', 'fixtures', 'include', 'setup'],
      'scenario.json',
    );
  return {
    description: fields?.get('description')?.string(),
    fixtures: readFixtures(fields, context),
    include: readInclude(fields, context),
    setup: readSetup(fields, context),
  };
}

function readFixtures(fields: Fields | undefined, context: Context): Scenario['fixtures'] {
  const fixtures = new Map<string, Fixture>();
  for (const [name, value] of fixtureValues(fields)) {
    const fixture = readFixture(value, context.findings);
    if (fixtures.has(name)) value.error(`There are two fixtures of the name "${name}".`);
    else if (fixture !== undefined) fixtures.set(name, fixture);
    if (fixture?.type === 'directory') checkDirectory(fixture, context);
  }
  return fixtures;
}

/** Both forms may be there. */
function fixtureValues(fields: Fields | undefined): readonly (readonly [string, JsonValue])[] {
  const only = fields?.get(ONLY);
  return [
    ...(only === undefined ? [] : [[ONLY, only] as const]),
    ...(fields?.get('fixtures')?.object() ?? []),
  ];
}

function checkDirectory(
  { path, at, ...patterns }: Extract<Fixture, { type: 'directory' }>,
  context: Context,
): void {
  if (expectFound({ path, kind: 'folder' }, at.location, context))
    checkBelow(path, context, fixtureFilter(patterns));
}

function readInclude(fields: Fields | undefined, context: Context): readonly string[] {
  const { folder, findings } = context;
  const named = (fields?.get('include')?.array() ?? []).flatMap((value) => {
    const path = innerPath(value, { findings, folder: "the scenario's folder" });
    if (path === undefined || !expectFound({ path }, value.location, context)) return [];
    if (path === '.' || path === RUBRIC)
      findings.add('rubric-shown', `"${path}" includes ${RUBRIC}.`, value.location);
    return [path];
  });
  const { kind } = folder.find(RESOURCES);
  const all = kind === 'missing' ? named : [...new Set([RESOURCES, ...named])];
  if (kind !== 'missing')
    expectFound({ path: RESOURCES, kind: 'folder' }, { file: RESOURCES }, context);
  for (const path of all) if (folder.find(path).kind === 'folder') checkBelow(path, context);
  return all;
}
