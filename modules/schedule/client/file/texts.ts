import { environmentRules } from '../../../launch/contract/environment-rules.js';
import { MODEL_NAME, VISIBLE } from '../../../launch/contract/launch-inputs.js';
import type { Fields } from '../../../../toolbox/type-guards.js';
import type { FileProblem, Reading } from './problem.js';

/** What a text has to be besides one. */
type Rule = readonly [form: RegExp, must: string];

interface TextField {
  readonly most: number;
  readonly rules: readonly Rule[];
}

const oneLine: Rule = [VISIBLE.form, 'must be one line without control characters'];
const storable: Rule = [/^[^\0\p{Cs}]*$/u, 'must not have NUL, nor half a character'];

const fields = {
  skill: {
    most: 1000,
    rules: [
      oneLine,
      [
        /^(?:file:[^#]+|[a-z0-9-]+\/[\w.-]+(?:@[\w.+-]+)?)(?:#[^#\s]+)?$/,
        'must be <workspace>/<plugin>[@<version>][#<skill>], or file:<path>[#<skill>] with a path in the repository',
      ],
    ],
  },
  environment: {
    most: 100,
    rules: [[environmentRules.name.form, 'must be the name of an environment of the workspace']],
  },
  baseBranch: { most: 250, rules: [oneLine] },
  snapshot: { most: 250, rules: [oneLine] },
  workdir: { most: 1000, rules: [oneLine] },
  agent: { most: 100, rules: [oneLine] },
  model: { most: 200, rules: [[MODEL_NAME.form, 'must be the name of a model']] },
  instructions: { most: 65_536, rules: [storable] },
  description: { most: 4096, rules: [storable] },
} as const satisfies Readonly<Record<string, TextField>>;

type TextName = keyof typeof fields;

export type EntryTexts = Partial<Record<TextName, string>>;

/** Names of the fields of an entry that are texts. */
export const textNames = Object.keys(fields) as readonly TextName[];

/** The texts of an entry; one that breaks a rule is left out. */
export function readTexts(entry: Fields): Reading<EntryTexts> {
  const value: EntryTexts = {};
  const problems: FileProblem[] = [];
  for (const name of textNames) {
    const text = entry[name];
    if (text === undefined) continue;
    const message = problemOf(text, fields[name]);
    if (message !== undefined) problems.push({ path: [name], message });
    else if (typeof text === 'string') value[name] = text;
  }
  return { value, problems };
}

function problemOf(text: unknown, { most, rules }: TextField): string | undefined {
  if (typeof text !== 'string' || text === '') return 'must be a text that is not empty';
  if (text.length > most) return `must have at most ${most} characters, and has ${text.length}`;
  return rules.find(([form]) => !form.test(text))?.[1];
}
