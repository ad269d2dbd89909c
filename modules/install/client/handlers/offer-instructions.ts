import type { Context } from 'svc-registry/kernel';
import type { ProjectChange } from '../../contract/results.js';
import type { Agents } from '../agents/agents.js';
import { instructionSteps, missingInstructions } from '../agents/instruction-steps.js';
import type { Installer } from '../installer.js';
import { readProjectState } from '../project/project-state.js';
import type { Scope } from '../project/scope.js';

export interface Offer {
  readonly scope: Scope;
  readonly known: Agents;
  readonly installer: Installer;
  readonly context: Pick<Context, 'ask'>;
  /** Neither ask nor create the file. */
  readonly yes?: boolean | undefined;
}

/** Asks a person at a terminal whether to create the instruction file (`AGENTS.md`) from which agents read rules; creates it on consent. */
export async function offerInstructions(
  change: ProjectChange,
  offer: Offer,
): Promise<ProjectChange> {
  const { scope, known, installer, context, yes } = offer;
  if (!context.ask.interactive || yes === true) return change;
  const { agents } = known.split(change.agents);
  const { managedFiles } = readProjectState(scope).lock;
  const missing = missingInstructions({ scope, agents, managedFiles });
  if (missing === undefined) return change;
  const message = `${missing.names} read${missing.names.includes(', ') ? '' : 's'} the rules of plugins from ${missing.file}, which does not exist. Create it?`;
  if (!(await context.ask.confirm({ message, flag: '--yes', initial: true }))) return change;
  const done = instructionSteps({ scope, agents, managedFiles });
  const { written } = await installer.run({ makeInstructions: true });
  const nextSteps = change.nextSteps.filter((step) => !done.includes(step));
  return Object.assign(change, {
    nextSteps,
    written: [...new Set([...change.written, ...written])].sort(),
  });
}
