import { resolve } from 'node:path';
import { usageError, type Ask, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { InstallInput, InstallPackageInput } from '../../contract/inputs.js';
import type { ProjectChange, SourceOffer } from '../../contract/results.js';
import { firstAgents } from '../agents/choose-agents.js';
import { skillsOf } from '../fetch/catalogue/offers.js';
import type { Installer } from '../installer.js';
import type { PolicyChoice } from '../plan/policy-gate.js';
import { readProjectManifest, type ProjectManifest } from '../project/project-manifest.js';
import { effectiveMode, readProjectState } from '../project/project-state.js';
import type { Scope } from '../project/scope.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { requestedPlugins } from '../resolve/request.js';
import type { NamedPlugin } from '../resolve/requested-parts.js';
import type { PartChoice } from '../resolve/select-parts.js';
import { knownSources } from '../resolve/same-repository.js';
import { requestMeant } from '../resolve/shorthand.js';
import { rulesOf } from '../wiring/rules-file.js';
import { listOffers } from './list-offers.js';
import { offerInstructions, type Offer } from './offer-instructions.js';
import { scopeToInstall } from './scopes.js';
import { watchLocal } from './watch-local.js';

/** `svc install`. */
@injectable()
export class InstallHandler implements Handler<InstallInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(input: InstallInput, context: Context): Promise<ProjectChange> {
    const frozen = input.frozenLockfile === true;
    if (frozen) refuseChanges(input);
    if (input.list === true) return listOffers(this.tools, input, context);
    const known = this.tools.agents();
    known.assertKnown(input.agent ?? []);
    const { yes } = input;
    const target = await this.target(input, context);
    const { scope, installer, requested } = target;
    const agents = isFirst(input, target.manifest)
      ? await firstAgents(scope, known, { context, yes })
      : input.agent;
    const made = await installer.run({
      requested,
      agents,
      toolServer: input.toolServer,
      sync: true,
      frozen,
      asCommitted: frozen,
      policy: policyOf(input),
      allowedFolders: input.allowDir?.map((folder) => resolve(context.cwd, folder)),
    });
    const change =
      agents === undefined
        ? made
        : await offerForRules(made, { scope, known, installer, context, yes });
    await this.follow(change, { input, scope, context });
    return withOffers(change, target.notTaken);
  }

  private target(input: InstallInput, context: Context): Promise<Target> {
    const { source = [], global, yes } = input;
    const person = context.ask.interactive && yes !== true ? context.ask : undefined;
    return targetOf(this.tools, source, { global, choice: partChoice(input), context, person });
  }

  private async follow(
    { written }: ProjectChange,
    { input, scope, context }: { input: InstallInput; scope: Scope; context: Context },
  ): Promise<void> {
    if (input.verbose === true) for (const path of written) context.progress.note(path);
    if (input.watchLocal === true) await watchLocal(this.tools, scope, context);
  }
}

/** The tool `install`: asks no questions; for a plugin with several skills it lists them instead of letting the user choose. */
@injectable()
export class InstallPackageHandler implements Handler<InstallPackageInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(
    { packageName, skills }: InstallPackageInput,
    context: Context,
  ): Promise<ProjectChange> {
    const named = packageName === undefined ? [] : [packageName];
    const choice = { ...partChoice({}, 'list'), skills: skills ?? [] };
    const target = await targetOf(this.tools, named, { choice, context, reader: 'agent' });
    const { installer, requested, notTaken } = target;
    if (named.length > 0 && requested.length === 0) return onlyOffers(target, notTaken);
    const choices = skills === undefined ? await openChoices(target) : [];
    if (choices.length > 1) return onlyOffers(target, choices);
    const change = await installer.run({ requested, sync: true });
    if (change.plugins.some(({ source }) => source === 'registry'))
      await this.hintToStrangers(context);
    return withOffers(change, notTaken);
  }

  private async hintToStrangers({ progress }: Context): Promise<void> {
    if (await this.tools.signedIn()) return;
    progress.note(
      'Signed out: only public plugins can be installed. The tool `login` signs in, for those of your workspaces.',
    );
  }
}

interface Target {
  readonly scope: Scope;
  readonly manifest: ProjectManifest | undefined;
  readonly installer: Installer;
  readonly requested: readonly NamedPlugin[];
  readonly notTaken: readonly SourceOffer[];
}

interface TargetOptions {
  readonly global?: boolean | undefined;
  readonly choice: PartChoice;
  readonly context: Context;
  /** Who may say that a name means a repository. */
  readonly person?: Ask | undefined;
  readonly reader?: 'person' | 'agent';
}

async function targetOf(
  tools: ProjectTools,
  named: readonly string[],
  { global, choice, context, person, reader = 'person' }: TargetOptions,
): Promise<Target> {
  const create = named.length > 0;
  const scope = await scopeToInstall(context, { global, create, agents: tools.agents() });
  const installer = await tools.installer(context, scope);
  const manifest = readProjectManifest(scope);
  const { registry, fetcher } = installer;
  const circumstances = { ...context, registry, person, reader };
  const parts = requestMeant(named, circumstances, (meant) =>
    requestedPlugins(knownSources(meant.sources, manifest), {
      root: scope.root,
      manifest,
      registry,
      fetcher,
      choice: { ...choice, skills: [...choice.skills, ...meant.skills] },
      ask: context.ask,
      progress: context.progress,
    }),
  );
  try {
    const { requested, notTaken } = await parts;
    return { scope, manifest, installer, requested, notTaken };
  } catch (error) {
    await installer.close();
    throw error;
  }
}

/** No agents have been chosen yet. A frozen install does not record a choice. */
function isFirst(
  { agent, frozenLockfile }: InstallInput,
  manifest: ProjectManifest | undefined,
): boolean {
  return agent === undefined && manifest?.agents === undefined && frozenLockfile !== true;
}

function policyOf({ acceptWarnings, strict, yes, frozenLockfile }: InstallInput): PolicyChoice {
  // a fallback to an older version would change the lock
  return { acceptWarnings, strict: frozenLockfile === true || strict, unattended: yes };
}

/** The instruction file is needed only for rules. */
async function offerForRules(change: ProjectChange, offer: Offer): Promise<ProjectChange> {
  const { plugins } = readProjectState(offer.scope).lock;
  return rulesOf(plugins).length === 0 ? change : offerInstructions(change, offer);
}

/** A frozen install rejects requested dependencies, because they would change svc.json and the lock. */
function refuseChanges({
  source = [],
  skill,
  only,
  plugin,
  agent,
  toolServer,
}: InstallInput): void {
  const flags = new Map<string, unknown>([
    ['--skill', skill],
    ['--only', only],
    ['--plugin', plugin],
    ['--agent', agent],
    [toolServer === true ? '--tool-server' : '--no-tool-server', toolServer],
  ]);
  const named = [...flags].flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  const given = [...source, ...named];
  if (given.length === 0) return;
  throw usageError({
    what: `--frozen-lockfile installs what the lock says; ${given.join(', ')} would change it.`,
    hint: 'Install it without --frozen-lockfile, and commit svc.json and svc-lock.json.',
  });
}

function partChoice(
  { skill, only, plugin, yes }: Pick<InstallInput, 'skill' | 'only' | 'plugin' | 'yes'>,
  otherwise: PartChoice['otherwise'] = 'keep',
): PartChoice {
  const [skills, onlyThese, plugins] = [skill, only, plugin].map((names = []) =>
    names.filter((name) => name !== ''),
  ) as [string[], string[], string[]];
  // without a value the flag asks
  const isOpen = [skill, only, plugin].some(
    (names) => names?.every((name) => name === '') === true,
  );
  const open = isOpen ? 'ask' : otherwise;
  return { skills, only: onlyThese, plugins, otherwise: yes === true ? 'all' : open };
}

/** Skills of a plugin for which no choice of skills is recorded yet. */
async function openChoices({ requested, installer }: Target): Promise<readonly SourceOffer[]> {
  const [plugin] = requested;
  if (requested.length !== 1 || plugin === undefined) return [];
  const { dependency, source } = plugin;
  const isWhole = source.kind === 'registry' || dependency.skills === undefined;
  if (!isWhole || (dependency.skills ?? []).length > 0) return [];
  const { contents, taken } = await installer.fetcher.fetch(plugin);
  return taken === undefined ? skillsOf(contents, false) : [];
}

function withOffers(change: ProjectChange, offers: readonly SourceOffer[]): ProjectChange {
  return offers.length === 0 ? change : Object.assign(change, { offers: [...offers] });
}

async function onlyOffers(
  { scope, manifest, installer }: Target,
  offers: readonly SourceOffer[],
): Promise<ProjectChange> {
  await installer.close();
  const nextSteps = [
    'Nothing was installed: there is a choice. Call again with the skills that you want in `skills`.',
  ];
  return {
    project: scope.root,
    mode: await effectiveMode(scope, manifest),
    agents: [...(manifest?.agents ?? [])],
    plugins: [],
    withdrawn: [],
    written: [],
    nextSteps,
    offers: [...offers],
    choices: offers.flatMap(({ kind, name, withheld }) =>
      kind === 'skill' && withheld === null ? [name] : [],
    ),
  };
}
