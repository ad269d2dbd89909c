import { extensionsKey, invalidInput, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs, type OwnColumns } from '../../../jobs/contract/db.js';
import type { PublishedSkill } from '../../../registry/contract/skills.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { chosenAgent } from '../../agents/chosen-agent.js';
import { requireKeys } from '../../agents/keys.js';
import type { LaunchStart, PreparedLaunch } from '../../contract/launches.js';
import { printableWithin } from '../../../../toolbox/printable.js';
import { Environments } from '../environments/environments.js';
import { LaunchRun } from './launch-run.entity.js';
import { PublishedSkills } from './published-skills.js';
import { repositoryAddress } from './repository-address.js';
import { folderInside, skillInRepository } from './wanted-skill.js';

/** What runs a skill when nobody names an agent. */
const DEFAULT_AGENT = 'claude-code';

/** Checks launches and begins them; see `Launches`. */
@injectable()
export class LaunchStarter {
  constructor(
    @inject(PublishedSkills) private readonly skills: PublishedSkills,
    @inject(Environments) private readonly environments: Environments,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async prepare(
    starts: readonly LaunchStart[],
  ): Promise<readonly PromiseSettledResult<PreparedLaunch>[]> {
    const lookups: Lookups = { skills: new Map(), environments: new Map() };
    const prepared: PromiseSettledResult<PreparedLaunch>[] = [];
    for (const start of starts)
      prepared.push(...(await Promise.allSettled([this.#prepare(start, lookups)])));
    return prepared;
  }

  async begin(prepared: readonly PreparedLaunch[]): Promise<readonly string[]> {
    const runs = prepared.map(({ columns }) => columns as OwnColumns<LaunchRun>);
    return this.unitOfWork.run(async (manager) => {
      for (const id of new Set(runs.map(({ workspaceId }) => workspaceId)))
        await this.workspaces.hold(id);
      const ids = await this.jobs.enqueueAll(LaunchRun, runs);
      await this.environments.holdForRuns(
        manager,
        runs.map((run, at) => ({ ...run, runId: ids[at] ?? '', callerId: run.createdBy })),
      );
      return ids;
    });
  }

  async #prepare(start: LaunchStart, lookups: Lookups): Promise<PreparedLaunch> {
    const { input, workspace, caller, trigger, turns = null } = start;
    const agent = input.agent ?? DEFAULT_AGENT;
    const run = {
      ...noResult,
      workspaceId: workspace.id,
      organizationId: workspace.organizationId,
      createdBy: caller.id,
      trigger,
      label: input.label ?? null,
      ...(await this.#skillOf(start, lookups)),
      repo: repositoryAddress(input.repo),
      baseBranch: input.baseBranch ?? 'main',
      snapshot: input.snapshot ?? null,
      workdir: workdirOf(input.cwd),
      agent,
      model: input.model ?? null,
      environmentId: input.environment?.toLowerCase() ?? null,
      inputs: inputsOf(input.inputs),
      instructions: input.instructions ?? null,
      turns,
    };
    await this.#requireEnvironment(run, start, lookups);
    const { repo, baseBranch } = run;
    return { columns: run, request: { ...input, repo, baseBranch, agent } };
  }

  async #skillOf({ input: { skill }, caller }: LaunchStart, { skills }: Lookups) {
    if (skillInRepository(skill) !== undefined) return { skill, skillPath: null };
    const found = lookedUp(skills, `${caller.id ?? ''} ${skill}`, () =>
      this.skills.find(skill, caller),
    );
    const { tile, version, name, path } = await found;
    return { skill: `${tile.fullName}@${version.semver}#${name}`, skillPath: path };
  }

  async #requireEnvironment(
    { agent, environmentId: id, workspaceId }: OwnColumns<LaunchRun>,
    { repeats = false }: LaunchStart,
    { environments }: Lookups,
  ): Promise<void> {
    const { facts } = await chosenAgent(agent, this.extensions);
    const names =
      id === null
        ? []
        : await lookedUp(environments, `${workspaceId} ${id} ${String(repeats)}`, () =>
            this.environments.keyNames({ id, workspaceId, namedOnly: repeats }),
          );
    // a file is for one launch only
    const ways = repeats ? '`svc env create`' : '`svc env create`, or --env-file';
    requireKeys(facts, names, { of: 'launch', ways });
  }
}

/** What the launches of one batch have looked up. */
interface Lookups {
  readonly skills: Map<string, Promise<PublishedSkill>>;
  readonly environments: Map<string, Promise<readonly string[]>>;
}

function lookedUp<T>(
  known: Map<string, Promise<T>>,
  key: string,
  find: () => Promise<T>,
): Promise<T> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

const noResult = {
  commit: null,
  inputSchema: null,
  outputSchema: null,
  sandboxed: null,
  result: null,
  failure: null,
  patchSha256: null,
  patchBytes: null,
};

function workdirOf(cwd: string | undefined): string | null {
  if (cwd === undefined) return null;
  const folder = folderInside(cwd);
  if (folder === undefined)
    throw invalidInput({
      what: `"${cwd}" is not a folder of the repository.`,
      hint: 'Give a path relative to its root, with `/`.',
    });
  return folder === '' ? null : folder;
}

/** A text without characters that a database would refuse. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !/[\0\p{Cs}]/u.test(value);

function inputsOf(inputs: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (!isText(value) || name === '' || name === '__proto__' || !isText(name))
      throw invalidInput({
        what: `inputs.${printableWithin(name, 100)} must be a string, without NUL.`,
        hint: 'Inputs are strings by the names of placeholders.',
      });
    kept[name] = value;
  }
  return kept;
}
