import type { JsonLocation, JsonValue } from '../../../toolbox/json-value.js';
import type { Fields } from './fields.js';
import type { Findings } from './findings.js';
import { innerPath } from './paths.js';
import type { ScenarioFolder } from './scenario-folder.js';
import { expectFound } from './expect-found.js';

/** Runs without being named. */
const AUTOMATIC = 'setup.sh';

interface Context {
  readonly folder: ScenarioFolder;
  readonly findings: Findings;
}

/** The scripts that prepare a scenario, in their order: `setup.sh` comes first unless `setup` has it at another position. */
export function readSetup(fields: Fields | undefined, context: Context): readonly string[] {
  const named = (fields?.get('setup')?.array() ?? []).flatMap((value) => scriptOf(value, context));
  const { kind } = context.folder.find(AUTOMATIC);
  if (kind === 'missing' || named.includes(AUTOMATIC)) return named;
  return [...checkScript(AUTOMATIC, { file: AUTOMATIC }, context), ...named];
}

function scriptOf(value: JsonValue, context: Context): readonly string[] {
  const path = innerPath(value, { ...context, folder: "the scenario's folder" });
  return path === undefined ? [] : checkScript(path, value.location, context);
}

function checkScript(path: string, location: JsonLocation, context: Context): readonly string[] {
  const { folder, findings } = context;
  if (!expectFound({ path, kind: 'file' }, location, context)) return [];
  if (Buffer.from(folder.read(path, 2)).toString('latin1') !== '#!')
    findings.add('no-shebang', 'It does not begin with #!.', { file: path, line: 1, column: 1 });
  return [path];
}
