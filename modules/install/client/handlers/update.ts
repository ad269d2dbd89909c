import type { Context, Handler } from 'svc-registry/kernel';
import { cancelled, notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { AgentId } from '../../contract/agent-ids.js';
import { pluginNotInstalled } from '../../contract/errors.js';
import type { UpdateInput, UpdateTilesInput } from '../../contract/inputs.js';
import type { ProjectChange, WithdrawnPlugin } from '../../contract/results.js';
import { assertAvailable } from '../agents/choose-agents.js';
import { readProjectState } from '../engine/project-state.js';
import { findUpdates, updateWishes, type Candidate } from '../engine/updates.js';
import { requireProject } from '../project/project-root.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { refuseLater } from './not-yet.js';

interface UpdatePlan {
  /** Empty means all. */
  readonly names: readonly string[];
  readonly force: boolean;
  readonly ask: boolean;
  readonly agents: readonly AgentId[];
}

/** `svc update`. */
@injectable()
export class UpdateHandler implements Handler<UpdateInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  run(input: UpdateInput, context: Context): Promise<ProjectChange> {
    refuseLater(input);
    const names = input.plugin === undefined ? [] : [input.plugin];
    return update(this.tools, { names, force: input.force === true, ask: input.yes !== true, agents: input.agent ?? [] }, context);
  }
}

/** The tool `update`. */
@injectable()
export class UpdateTilesHandler implements Handler<UpdateTilesInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  run({ tiles, force }: UpdateTilesInput, context: Context): Promise<ProjectChange> {
    return update(this.tools, { names: tiles, force: force === true, ask: false, agents: [] }, context);
  }
}

async function update(tools: ProjectTools, plan: UpdatePlan, context: Context): Promise<ProjectChange> {
  assertAvailable(plan.agents);
  const root = await requireProject(context.cwd);
  const state = await readProjectState(root);
  const known = [...(state.manifest?.dependencies.keys() ?? [])];
  const [unknown] = plan.names.filter((name) => !known.includes(name));
  if (unknown !== undefined) throw pluginNotInstalled({ name: unknown });
  const names = plan.names.length === 0 ? known : plan.names;
  const { installer, registry } = await tools.installer(context);
  const candidates = await findUpdates(state, registry, { names, breaking: true });
  refuseMissing(candidates, plan.names);
  const taken = plan.force ? candidates : await findUpdates(state, registry, { names, breaking: false });
  noteSkipped(candidates, taken, context);
  const wishes = updateWishes(state, taken, names);
  if (plan.ask) await confirm(taken, context);
  const change = await installer.run({ root, wishes, agents: plan.agents }, context);
  return Object.assign(change, { withdrawn: [...change.withdrawn, ...stillWithdrawn(taken)] });
}

/** What is asked for by name has to be there; without names it is only told of. */
function refuseMissing(candidates: readonly Candidate[], names: readonly string[]): void {
  const gone = candidates.find(({ name, withdrawn }) => withdrawn?.state === 'missing' && names.includes(name))?.withdrawn;
  if (gone !== undefined) throw notFound({ kind: 'plugin', id: gone.name, ...(gone.reason !== null && { hint: gone.reason }) });
}

/** What the update does not leave behind. */
function stillWithdrawn(candidates: readonly Candidate[]): readonly WithdrawnPlugin[] {
  return candidates.flatMap(({ update: newer, withdrawn }) => (newer === undefined ? (withdrawn ?? []) : []));
}

function noteSkipped(all: readonly Candidate[], taken: readonly Candidate[], { progress }: Context): void {
  for (const { name, update: newest } of all) {
    const own = taken.find((candidate) => candidate.name === name)?.update;
    if (newest !== undefined && own?.version !== newest.version) {
      progress.note(`${name} ${newest.version} is a new major version; take it with --force.`);
    }
  }
}

async function confirm(candidates: readonly Candidate[], { ask }: Context): Promise<void> {
  const lines = candidates.flatMap(({ name, current, update: next }) =>
    next === undefined ? [] : [`${name} ${current} → ${next.version}`],
  );
  if (lines.length === 0 || !ask.interactive) return;
  const agreed = await ask.confirm({ message: `Update ${lines.join(', ')}?`, flag: '--yes', initial: true });
  if (!agreed) throw cancelled({ what: 'The update' });
}
