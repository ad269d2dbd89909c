import { extensionsKey, invalidInput, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { jobsKey, type Jobs, type OwnColumns } from '../../../jobs/contract/db.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { chosenAgent } from '../../agents/chosen-agent.js';
import { missingKeys } from '../../agents/keys.js';
import { agentKeyMissing } from '../../contract/agent-errors.js';
import type { Launches, LaunchStart } from '../../contract/launches.js';
import { printableWithin } from '../../preparation/printable.js';
import { Environments } from '../environments/environments.js';
import { LaunchRun } from './launch-run.entity.js';
import { PublishedSkills } from './published-skills.js';
import { repositoryAddress } from './repository-address.js';
import { folderInside, skillInRepository } from './wanted-skill.js';

/** What runs a skill when nobody names an agent. */
const DEFAULT_AGENT = 'claude-code';

/** Checks launches and begins them. */
@injectable()
export class LaunchStarter implements Launches {
  constructor(
    @inject(PublishedSkills) private readonly skills: PublishedSkills,
    @inject(Environments) private readonly environments: Environments,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async prepare(start: LaunchStart): Promise<() => Promise<string>> {
    const { input, workspace, caller, trigger } = start;
    const agent = input.agent ?? DEFAULT_AGENT;
    const run = {
      ...noResult,
      workspaceId: workspace.id,
      organizationId: workspace.organizationId,
      createdBy: caller.id,
      trigger,
      label: input.label ?? null,
      ...(await this.#skillOf(start)),
      repo: repositoryAddress(input.repo),
      baseBranch: input.baseBranch ?? 'main',
      snapshot: input.snapshot ?? null,
      workdir: workdirOf(input.cwd),
      agent,
      model: input.model ?? null,
      environmentId: input.environment?.toLowerCase() ?? null,
      inputs: inputsOf(input.inputs),
      instructions: input.instructions ?? null,
    };
    await this.#requireKeys(run);
    return () => this.unitOfWork.run((manager) => this.#begin(manager, run));
  }

  async #begin(manager: EntityManager, run: OwnColumns<LaunchRun>): Promise<string> {
    const { workspaceId, createdBy: callerId, environmentId } = run;
    await this.workspaces.hold(workspaceId);
    const runId = await this.jobs.enqueue(LaunchRun, run);
    if (environmentId !== null)
      await this.environments.holdForRun(manager, {
        id: environmentId,
        runId,
        workspaceId,
        callerId,
      });
    return runId;
  }

  async #skillOf({ input: { skill }, caller }: LaunchStart) {
    if (skillInRepository(skill) !== undefined) return { skill, skillPath: null };
    const { tile, version, name, path } = await this.skills.find(skill, caller);
    return { skill: `${tile.fullName}@${version.semver}#${name}`, skillPath: path };
  }

  /** The worker's own environment has no keys for agents, so those of the launch decide. */
  async #requireKeys({ agent, environmentId, workspaceId }: OwnColumns<LaunchRun>): Promise<void> {
    const { facts } = await chosenAgent(agent, this.extensions);
    const names =
      environmentId === null ? [] : await this.environments.keyNames(environmentId, workspaceId);
    const anyOf = missingKeys(facts, Object.fromEntries(names.map((name) => [name, 'set'])));
    if (anyOf.length === 0) return;
    const hint = `Put ${anyOf[0] ?? 'it'} into the environment of the launch: \`svc env create\`, or --env-file.`;
    throw agentKeyMissing({ display: facts.display, anyOf, hint });
  }
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
