import { posix } from 'node:path';
import { hostKey, isSvcError, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunKind, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import {
  blobStoreKey,
  type BlobRef,
  type BlobStore,
} from '../../../persistence/contract/blob-store.js';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import { workFolderMissing } from '../../contract/launch-errors.js';
import type { LaunchResult } from '../../contract/envelope.js';
import { Environments } from '../environments/environments.js';
import { Mask } from '../logs/masked-text.js';
import { RunLog } from '../logs/run-log.js';
import { Followers } from '../runs/followers.js';
import { LaunchRun } from '../runs/launch-run.entity.js';
import { skillInRepository } from '../runs/wanted-skill.js';
import { mapTexts, storable } from '../../../../toolbox/storable.js';
import { runAgent } from './agent-run.js';
import { Changes, type Patch } from './changes.js';
import { Clone } from './clone.js';
import { lastLine, runInside } from '../../../sandbox/contract/run-inside.js';
import { LaunchTools, type Readied } from './launch-tools.js';
import { Requesters } from './requesters.js';
import type { SkillInside } from './skill-to-run.js';

/** Everything that an attempt has at hand. */
interface Ongoing extends Readied {
  readonly run: LaunchRun;
  readonly attempt: Attempt;
  readonly log: RunLog;
  readonly mask: Mask;
  readonly sandbox: Sandbox;
}

/** Runs a skill in a sandbox, against a fresh clone. Until the agent starts, another worker may do all of it again. */
@injectable()
class LaunchWork implements RunWork<LaunchRun> {
  constructor(
    @inject(Requesters) private readonly requesters: Requesters,
    @inject(LaunchTools) private readonly tools: LaunchTools,
    @inject(Environments) private readonly environments: Environments,
    @inject(Followers) private readonly followers: Followers,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(run: LaunchRun, attempt: Attempt): Promise<WriteResult> {
    await this.requesters.requireAllowed(run);
    await attempt.progress({ text: 'Preparing the sandbox' });
    const readied = await this.tools.ready(run, attempt.signal);
    const mask = new Mask(Object.values(readied.variables));
    const log = this.tools.log(run, mask);
    try {
      const sandbox = await this.tools.open(run, readied, { log, signal: attempt.signal });
      this.host.fault?.('launch.sandbox-opened');
      try {
        return await this.#inSandbox({ ...readied, run, attempt, log, mask, sandbox });
      } finally {
        await sandbox.close();
      }
    } catch (error) {
      if (isSvcError(error)) log.say(error.message);
      throw error;
    } finally {
      await log.end();
    }
  }

  async ended(run: LaunchRun, manager: EntityManager, error?: unknown): Promise<void> {
    const code = isSvcError(error) ? error.code : 'attempt_failed';
    const failure = run.state === 'failed' ? { code, message: run.error ?? '' } : null;
    await manager.update(LaunchRun, run.id, { failure });
    await this.environments.release(manager, run.id);
    await this.followers.tell(run.id, manager);
    this.host.fault?.('launch.end-written');
  }

  async #inSandbox(going: Ongoing): Promise<WriteResult> {
    const { run, attempt, sandbox, log, limits } = going;
    await this.#step(going, `Cloning ${run.repo}`);
    const clone = new Clone(sandbox, run, limits, going);
    const commit = await clone.make();
    log.say(`Cloned ${run.repo} at ${commit}.`);
    this.host.fault?.('launch.cloned');
    await this.#step(going, `Installing ${run.skill}`);
    const inside = await this.#placeSkill(going, clone.folder);
    const skill = await this.tools.prepare(inside, going);
    await this.tools.install(inside, going, clone.folder);
    await this.#requireWorkFolder(going, clone.folder);
    const changes = new Changes(sandbox, clone.folder);
    await changes.begin(commit);
    this.host.fault?.('launch.installed');
    await this.tools.notePrepared(run, { commit, skill, sandboxed: !going.unsandboxed });
    await attempt.unrepeatable();
    this.host.fault?.('launch.unrepeatable');
    await this.#step(going, `${going.agent.facts.display} runs ${skill.name}`);
    const result = await runAgent({ ...going, inside, skill, clone: clone.folder });
    this.host.fault?.('launch.agent-ended');
    return this.#writeResult(going, { result, patch: await changes.end(going.mask) });
  }

  /** Puts a published skill into the sandbox, or finds the one in the clone. */
  async #placeSkill(going: Ongoing, clone: string): Promise<SkillInside> {
    const { sandbox, archive, run } = going;
    const asked = skillInRepository(run.skill);
    if (asked !== undefined) return this.tools.skillInClone(sandbox, clone, asked);
    const folder = posix.join(sandbox.folder, 'plugin');
    const file = posix.join(sandbox.folder, 'plugin.tgz');
    await sandbox.write(file, archive ?? '');
    const script = 'mkdir -p "$1" && tar -xzf "$2" -C "$1" --strip-components=1 && rm "$2"';
    const args = ['-c', script, 'sh', folder, file];
    const unpacked = await runInside(sandbox, { program: 'sh', args, seconds: 60 });
    if (unpacked.code !== 0)
      throw new Error(`a plugin cannot be unpacked: ${lastLine(unpacked.stderr)}`);
    return { folder: posix.join(folder, run.skillPath ?? ''), installFrom: folder };
  }

  async #requireWorkFolder({ sandbox, run }: Ongoing, clone: string): Promise<void> {
    if (run.workdir === null) return;
    // a link may lead to another folder of the clone, not out of it
    const script = 'cd -P -- "$1" && pwd -P';
    const args = ['-c', script, 'sh', posix.join(clone, run.workdir)];
    const { code, stdout } = await runInside(sandbox, { program: 'sh', args, seconds: 10 });
    if (code !== 0 || !`${stdout.trim()}/`.startsWith(`${clone}/`))
      throw workFolderMissing({ folder: run.workdir });
  }

  async #writeResult(
    going: Ongoing,
    { result, patch }: { result: LaunchResult; patch: Patch },
  ): Promise<WriteResult> {
    const { run, mask } = going;
    const blob = await this.#storePatch(going, patch);
    this.host.fault?.('launch.result-read');
    return async (manager) => {
      const values: object = {
        result: storableResult(result, mask),
        patchSha256: blob?.sha256 ?? null,
        patchBytes: blob?.size ?? null,
      };
      await manager.update(LaunchRun, run.id, values);
      await this.environments.release(manager, run.id);
      await this.followers.tell(run.id, manager);
      this.host.fault?.('launch.result-written');
    };
  }

  /** A patch that cannot be kept does not cost the result. */
  async #storePatch({ run, attempt, log }: Ongoing, patch: Patch): Promise<BlobRef | undefined> {
    if ('problem' in patch) {
      // an interrupted attempt has no result: it would lack the changes
      attempt.signal.throwIfAborted();
      log.say(`The changes cannot be kept: ${patch.problem}.`);
      return undefined;
    }
    for (const note of patch.notes) log.say(note);
    try {
      return await this.blobs.put(patch.bytes);
    } catch (error) {
      this.host.log.error({ error, run: run.id }, 'the patch of a launch could not be stored');
      log.say('The changes cannot be kept: the server could not store them.');
      return undefined;
    }
  }

  async #step({ attempt, log }: Ongoing, text: string): Promise<void> {
    attempt.signal.throwIfAborted();
    await attempt.progress({ text });
    await log.flush();
  }
}

/** The names of its own fields are no secrets, whatever an environment holds. */
const storableResult = (result: LaunchResult, mask: Mask): object =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      name === 'status' ? value : mapTexts(value as unknown, (text) => storable(mask.text(text))),
    ]),
  );

export const launchRuns: RunKind<LaunchRun> = { entity: LaunchRun, work: LaunchWork };
