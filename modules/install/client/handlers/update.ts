import { join } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { cancelled, notFound, usageError } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { pluginNotInstalled } from '../../contract/errors.js';
import type { UpdateInput, UpdateTilesInput } from '../../contract/inputs.js';
import type { ProjectChange, WithdrawnPlugin } from '../../contract/results.js';
import type { Installer } from '../installer.js';
import { readProjectState, type ProjectState } from '../project/project-state.js';
import { findUpdates, requestedUpdates, type Candidate, type Chosen } from '../resolve/updates.js';
import { scopeFlag, type Scope } from '../project/scope.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { scopeToInstall } from './scopes.js';

interface UpdatePlan extends Pick<UpdateInput, 'force' | 'global' | 'acceptWarnings'> {
  /** Empty means all. */
  readonly names: readonly string[];
  /** The flag or parameter that forces the update, as messages name it. */
  readonly forcedBy: string;
  readonly ask: boolean;
  readonly agents?: readonly string[] | undefined;
}

/** `svc update`. */
@injectable()
export class UpdateHandler implements Handler<UpdateInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(input: UpdateInput, context: Context): Promise<ProjectChange> {
    if (input.yes !== true && !context.ask.interactive) throw terminalNeeded();
    const names = input.plugin === undefined ? [] : [input.plugin];
    const { yes = false, agent: agents, ...others } = input;
    const plan = { ...others, names, agents, forcedBy: '--force', ask: !yes };
    return update(this.tools, plan, context);
  }
}

/** The tool `update`. */
@injectable()
export class UpdateTilesHandler implements Handler<UpdateTilesInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  run({ tiles, force }: UpdateTilesInput, context: Context): Promise<ProjectChange> {
    const plan = { names: tiles, force, forcedBy: '`force`', ask: false };
    return update(this.tools, plan, context);
  }
}

async function update(
  tools: ProjectTools,
  plan: UpdatePlan,
  context: Context,
): Promise<ProjectChange> {
  const scope = await scopeToInstall(context, {
    global: plan.global,
    create: false,
    agents: tools.agents(),
  });
  const state = readProjectState(scope);
  const known = [...(state.manifest?.dependencies.keys() ?? [])];
  const [unknown] = plan.names.filter((name) => !known.includes(name));
  if (unknown !== undefined)
    throw pluginNotInstalled({
      name: unknown,
      file: join(scope.root, scope.manifestFile),
      flag: scopeFlag(scope),
    });
  const names = plan.names.length === 0 ? known : plan.names;
  const installer = await tools.installer(context, scope);
  try {
    return await updateWith(installer, plan, { context, scope, state, names });
  } finally {
    await installer.close();
  }
}

interface Updating {
  readonly context: Context;
  readonly scope: Scope;
  readonly state: ProjectState;
  readonly names: readonly string[];
}

async function updateWith(
  installer: Installer,
  plan: UpdatePlan,
  { context, scope, state, names }: Updating,
): Promise<ProjectChange> {
  const { registry, fetcher } = installer;
  const { root } = scope;
  const { force } = plan;
  const { candidates, failed } = await findUpdates(state, names, {
    registry,
    fetcher,
    root,
    force,
  });
  refuseMissing(candidates, plan.names);
  const chosen = candidates.map((candidate) => ({
    ...candidate,
    update: plan.force === true ? candidate.newest : candidate.compatible,
  }));
  if (plan.force !== true) noteSkipped(candidates, plan, context);
  const requested = requestedUpdates(state, chosen, { root, names });
  if (plan.ask) await confirm(chosen, context);
  const change = await installer.run({
    requested,
    agents: plan.agents,
    policy: { acceptWarnings: plan.acceptWarnings, unattended: !plan.ask },
  });
  return Object.assign(change, {
    withdrawn: [...change.withdrawn, ...stillWithdrawn(chosen)],
    failed: [...failed],
  });
}

/** Thrown before any look-up, so that a script fails immediately and not only once an update exists. */
function terminalNeeded(): Error {
  return usageError({
    what: '`svc update` asks before it updates, and there is no terminal to ask on.',
    hint: 'Answer with --yes; `svc outdated` shows what there is to update.',
  });
}

/** A plugin that the user named has to be found; without names, missing ones are only reported. */
function refuseMissing(candidates: readonly Candidate[], names: readonly string[]): void {
  const gone = candidates.find(
    ({ name, withdrawn }) => withdrawn?.state === 'missing' && names.includes(name),
  )?.withdrawn;
  if (gone !== undefined)
    throw notFound({
      kind: 'plugin',
      id: gone.name,
      ...(gone.reason !== null && { hint: gone.reason }),
    });
}

/** Withdrawn plugins that the update does not replace. */
function stillWithdrawn(chosen: readonly Chosen[]): readonly WithdrawnPlugin[] {
  return chosen.flatMap(({ update: newer, withdrawn }) =>
    newer === undefined ? (withdrawn ?? []) : [],
  );
}

function noteSkipped(
  candidates: readonly Candidate[],
  { forcedBy }: UpdatePlan,
  { progress }: Context,
): void {
  for (const { name, newest, compatible } of candidates) {
    if (newest !== undefined && compatible?.version !== newest.version) {
      progress.note(
        `${name} ${newest.version} is a new major version and was skipped; ${forcedBy} takes it.`,
      );
    }
  }
}

async function confirm(chosen: readonly Chosen[], { ask }: Context): Promise<void> {
  const lines = chosen.flatMap(({ name, current, update: next }) =>
    next === undefined ? [] : [`${name} ${current} → ${next.version}`],
  );
  if (lines.length === 0) return;
  const agreed = await ask.confirm({
    message: `Update ${lines.join(', ')}?`,
    flag: '--yes',
    initial: true,
  });
  if (!agreed) throw cancelled({ what: 'The update' });
}
