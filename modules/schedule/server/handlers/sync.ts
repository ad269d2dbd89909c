import { randomUUID } from 'node:crypto';
import {
  hostKey,
  invalidInput,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, type EntityManager } from 'typeorm';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../../identity/contract/access.js';
import {
  isUniqueViolation,
  unitOfWorkKey,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { normalGitAddress, normalSubpath } from '../../../project/contract/source.js';
import type { SyncSchedulesInput } from '../../contract/schedule-inputs.js';
import type { SyncedSchedules } from '../../contract/schedule-view.js';
import { ActiveLimit } from '../active-limit.js';
import { heldSchedules } from '../held-schedules.js';
import { NewSchedules, type ScheduleRow } from '../new-schedules.js';
import { ownerOf, type Owner } from '../owners.js';
import { Schedule } from '../schedule.entity.js';
import { activates, changesOf, isPausedByPerson, type Changes } from '../sync/changes.js';
import { WantedSchedules, type WantedSchedule } from '../sync/wanted-schedules.js';

/** The file, and who synchronizes it. */
interface File {
  readonly workspace: WorkspaceSummary;
  readonly repo: string;
  readonly folder: string;
  readonly owner: Owner;
}

@injectable()
export class SyncSchedulesHandler implements Handler<SyncSchedulesInput, SyncedSchedules> {
  constructor(
    @inject(WantedSchedules) private readonly wanted: WantedSchedules,
    @inject(NewSchedules) private readonly news: NewSchedules,
    @inject(ActiveLimit) private readonly limit: ActiveLimit,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: SyncSchedulesInput, context: Context): Promise<SyncedSchedules> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const { caller } = context;
    const { repo, folder } = whereOf(input);
    const { schedules } = input;
    const wanted = await this.wanted.of({ repo, schedules, workspace, caller });
    const file = { workspace, repo, folder, owner: ownerOf(caller) };
    try {
      return await this.#write(file, wanted);
    } catch (error) {
      // the same file was synchronized at the same moment, and its schedules can be seen by now
      if (!isUniqueViolation(error)) throw error;
      return this.#write(file, wanted);
    }
  }

  #write(file: File, wanted: readonly WantedSchedule[]): Promise<SyncedSchedules> {
    const { workspace, repo: sourceRepo, folder: sourceFolder } = file;
    return this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspace.id);
      const ofFile = { workspaceId: workspace.id, sourceRepo, sourceFolder };
      const rows = await heldSchedules(manager, ofFile);
      const changes = changesOf(wanted, rows);
      await this.#apply(manager, file, changes);
      if (activates(changes, rows)) await this.limit.check(manager, workspace);
      return summaryOf(workspace, changes);
    });
  }

  async #apply(manager: EntityManager, file: File, changes: Changes): Promise<void> {
    const gone = [...changes.deleted, ...changes.recreated.map(({ row }) => row)];
    if (gone.length > 0) await manager.delete(Schedule, { id: In(gone.map(({ id }) => id)) });
    const recreated = changes.recreated.map(({ wanted, row }) => ({
      ...this.#row(file, wanted),
      ...(isPausedByPerson(row) && { state: row.state, nextRunAt: null }),
    }));
    const rows = [...changes.created.map((wanted) => this.#row(file, wanted)), ...recreated];
    if (rows.length > 0) await manager.insert(Schedule, rows);
    for (const { wanted, row } of changes.updated) {
      const { times, launch } = wanted;
      const set = { ...this.news.times(times), launch, label: launch.label ?? null };
      await manager.update(Schedule, { id: row.id }, this.#change(file, row, set));
    }
    for (const { row } of changes.unchanged)
      if (row.ownerId !== file.owner.ownerId || row.pausedBecause !== null)
        await manager.update(Schedule, { id: row.id }, this.#change(file, row, {}));
  }

  /** Whoever synchronizes the file answers for its schedules; those that the server has paused go on. */
  #change({ owner }: File, row: Schedule, change: Partial<Schedule>): Partial<Schedule> {
    const goesOn = row.pausedBecause !== null;
    return {
      ...(goesOn && { state: 'active', nextRunAt: this.news.nextOf(row), pausedBecause: null }),
      ...owner,
      ...change,
      ...(isPausedByPerson(row) && { nextRunAt: null }),
      version: row.version + 1,
      updatedAt: this.host.clock(),
    };
  }

  #row(file: File, { key, times, launch }: WantedSchedule): ScheduleRow {
    const { workspace, owner, repo: sourceRepo, folder: sourceFolder } = file;
    const source = { sourceRepo, sourceFolder, sourceKey: key };
    return this.news.row({ id: randomUUID(), workspace, owner, times, launch, source });
  }
}

/** The one writing of where the file is. Throws `invalid_input`. */
function whereOf({ repo: given, folder: path = '' }: SyncSchedulesInput) {
  const [repo, folder] = [normalGitAddress(given), normalSubpath(path)];
  if (repo === undefined)
    throw invalidInput({
      what: 'repo must be the address of a repository, such as https://github.com/acme/shop.',
    });
  if (folder === undefined)
    throw invalidInput({ what: 'folder must be a folder in the repository.' });
  return { repo, folder };
}

function summaryOf({ name: workspace }: WorkspaceSummary, changes: Changes): SyncedSchedules {
  const pairs = (which: 'updated' | 'recreated' | 'unchanged') =>
    changes[which].map(({ wanted }) => wanted.key).sort();
  return {
    workspace,
    created: changes.created.map(({ key }) => key).sort(),
    updated: pairs('updated'),
    recreated: pairs('recreated'),
    deleted: changes.deleted.map(({ sourceKey }) => sourceKey ?? '').sort(),
    unchanged: pairs('unchanged'),
  };
}
