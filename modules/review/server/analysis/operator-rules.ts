import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { badSetting } from '../../../persistence/contract/errors.js';
import { reviewRulesInvalid } from '../../contract/errors.js';
import { operatorChecks, OperatorRulesError } from '../../engine/rules/operator/operator-checks.js';
import type { Check } from '../../engine/rule.js';

/** A file of the operator's rules. */
export interface OperatorRules {
  readonly name: string;
  readonly text: string;
}

const isRules = (name: string): boolean => /\.ya?ml$/.test(name);

/** The files that SVC_REVIEW_RULES names, in order of their names. Throws `review_rules_invalid` when one of them cannot be used. */
export async function readOperatorRules(path: string): Promise<readonly OperatorRules[]> {
  if (!isAbsolute(path))
    throw badSetting({
      name: 'SVC_REVIEW_RULES',
      why: `${path} is not absolute`,
      hint: 'Give the whole path of a YAML file, or of a folder with such files.',
    });
  const files = await filesAt(path);
  const rules = await Promise.all(files.map((file) => read(file)));
  for (const one of rules) checksOf(one);
  return rules;
}

/** The checks of a file. Throws `review_rules_invalid`. */
export function checksOf({ name, text }: OperatorRules): readonly Check[] {
  try {
    return operatorChecks(text, name);
  } catch (error) {
    if (!(error instanceof OperatorRulesError)) throw error;
    const [first] = error.problems;
    throw reviewRulesInvalid({ where: first?.where ?? name, why: first?.why ?? error.message });
  }
}

async function filesAt(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter(isRules)
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    throw reviewRulesInvalid({ where: path, why: (error as Error).message }, { cause: error });
  }
}

async function read(path: string): Promise<OperatorRules> {
  try {
    return { name: basename(path), text: await readFile(path, 'utf8') };
  } catch (error) {
    throw reviewRulesInvalid({ where: path, why: (error as Error).message }, { cause: error });
  }
}
