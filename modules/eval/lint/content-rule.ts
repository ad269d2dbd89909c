import type { JsonLocation } from '../../../toolbox/json-value.js';
import type { RuleId } from '../scenario/rules.js';
import type { Scenario } from '../scenario/scenario.js';
import type { ScenarioFolder } from '../scenario/scenario-folder.js';

/** A broken rule of a scenario that could be read. */
export interface ContentFinding {
  readonly rule: RuleId;
  readonly message: string;
  readonly location: JsonLocation;
}

/** A scenario, and what stands in its folder. */
export interface Subject {
  readonly scenario: Scenario;
  readonly folder: ScenarioFolder;
}

/** Finds what breaks one or a few rules. */
export type ContentRule = (subject: Subject) => readonly ContentFinding[];
