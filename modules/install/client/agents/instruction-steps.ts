import { join } from 'node:path';
import type { ManagedFiles } from '../project/managed-files.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/file-entry.js';
import { pathsOf, type Agent } from './agents.js';
import { writtenPaths } from './written-paths.js';

interface Question {
  readonly scope: Scope;
  readonly agents: readonly Agent[];
  /** What was written. */
  readonly managedFiles: ManagedFiles;
}

/** An instruction file that is missing, and the agents that read rules there. */
interface MissingInstructions {
  readonly file: string;
  readonly names: string;
}

/** The instruction file (`AGENTS.md`) that is created only when a person agrees; `undefined` where every agent has its file. */
export function missingInstructions({
  scope,
  agents,
  managedFiles,
}: Question): MissingInstructions | undefined {
  const waiting = agents.flatMap((agent) => {
    const { rules } = pathsOf(agent, scope);
    const missing = rules?.create === false && !isThere(join(scope.root, rules.path));
    return missing && writtenPaths(agent, scope, managedFiles).rules === null
      ? [{ name: agent.facts.display, file: rules.path }]
      : [];
  });
  const [first] = waiting;
  return (
    first && { file: first.file, names: [...new Set(waiting.map(({ name }) => name))].join(', ') }
  );
}

/** What to do so that rules reach agents whose instruction file is missing: one sentence for all of them. */
export function instructionSteps(question: Question): readonly string[] {
  const missing = missingInstructions(question);
  if (missing === undefined) return [];
  const { file, names } = missing;
  return [
    `${names} cannot read the rules of plugins: there is no ${file} in ${question.scope.root}, and svc does not create one without asking. Create it (it may be empty) and run \`svc install\`, or run \`svc init\` in a terminal, which offers to create it.`,
  ];
}
