import { resolve } from 'node:path';
import { findScenarios, type ScenarioFolders } from '../find-scenarios.js';
import { isPlugin, isSkill } from '../plugin-folder.js';

/** Where scenarios are, and what they are run with unless something else is named. */
export interface EvalSource {
  /** Absolute path, as it was named. */
  readonly folder: string;
  readonly folders: ScenarioFolders;
  /** The plugin itself, if one was named. */
  readonly context: string | undefined;
}

/** A plugin is shorthand for its scenarios with itself as the context (specification, "Evals"). Throws `scenarios_missing`. */
export function evalSource(cwd: string, source = '.'): EvalSource {
  const folder = resolve(cwd, source);
  const context = isPlugin(folder) || isSkill(folder) ? folder : undefined;
  return { folder, folders: findScenarios(cwd, source), context };
}
