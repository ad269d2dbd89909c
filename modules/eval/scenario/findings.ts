import type { JsonFindings, JsonLocation } from '../../../toolbox/json-value.js';
import { shortened } from '../../../toolbox/shortened.js';
import type { RuleId } from './rules.js';

/** A broken rule, and where. */
export interface Finding extends JsonLocation {
  readonly rule: RuleId;
  readonly message: string;
  /** Relative to the scenario's folder. */
  readonly file: string;
}

/** More are of no use to anybody. */
const MOST_FINDINGS = 1_000;
/** Characters of a message, which may quote what a file says. */
const LONGEST = 400;

/** What is wrong with a scenario. Errors of its JSON files break the rule `schema`; their warnings are unknown keys. */
export class Findings implements JsonFindings {
  readonly strict = true;
  readonly all: Finding[] = [];

  add(rule: RuleId, message: string, { file = '', ...location }: JsonLocation): void {
    if (this.all.length < MOST_FINDINGS)
      this.all.push({ rule, message: shortened(message, LONGEST), file, ...location });
  }

  error(message: string, location: () => JsonLocation): void {
    this.add('schema', message, location());
  }

  warn(message: string, location: () => JsonLocation): void {
    this.add('unknown-key', message, location());
  }
}
