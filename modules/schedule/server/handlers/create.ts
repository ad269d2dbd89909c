import { randomUUID } from 'node:crypto';
import {
  hostKey,
  invalidInput,
  type Context,
  type ErrorIssue,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import {
  launchesKey,
  type Launches,
  type LaunchRequest,
} from '../../../launch/contract/launches.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { CreateScheduleInput } from '../../contract/schedule-inputs.js';
import type { ScheduleListed } from '../../contract/schedule-view.js';
import { ActiveLimit } from '../active-limit.js';
import { Launching } from '../launching.js';
import { NewSchedules } from '../new-schedules.js';
import { ownerOf } from '../owners.js';
import { Schedule } from '../schedule.entity.js';
import { ScheduleViews } from '../schedule-views.js';
import { scheduleSettingsKey, type ScheduleSettings } from '../settings.js';
import { checkedTimes } from '../times.js';

@injectable()
export class CreateHandler implements Handler<CreateScheduleInput, ScheduleListed> {
  constructor(
    @inject(launchesKey) private readonly launches: Launches,
    @inject(Launching) private readonly launching: Launching,
    @inject(NewSchedules) private readonly news: NewSchedules,
    @inject(ActiveLimit) private readonly limit: ActiveLimit,
    @inject(scheduleSettingsKey) private readonly settings: ScheduleSettings,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: CreateScheduleInput, context: Context): Promise<ScheduleListed> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const { caller } = context;
    const wanted = await this.#wanted(input, workspace.id);
    const times = await checkedTimes(
      { cron: input.cron, timezone: input.timezone },
      { now: this.host.clock(), settings: this.settings },
    );
    const { request } = await this.launching.prepare({ input: wanted, workspace, caller });
    const id = randomUUID();
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspace.id);
      const row = this.news.row({ id, workspace, owner: ownerOf(caller), times, launch: request });
      await manager.insert(Schedule, row);
      await this.limit.check(manager, workspace);
      context.auditSubject?.({ kind: 'schedule', id, name: row.label ?? request.skill });
    });
    return this.views.changed(id);
  }

  async #wanted(input: CreateScheduleInput, workspaceId: string): Promise<LaunchRequest> {
    const { fromRun, label } = input;
    if (fromRun === undefined) return inlineRequest(input);
    const others = LAUNCH_FIELDS.filter((field) => input[field] !== undefined);
    if (others.length > 0)
      throw refused(
        others.map((field) => ({ field, message: `${field} cannot be given with fromRun` })),
        'fromRun repeats a launch as it was. Leave out what says what is launched, or leave out fromRun.',
      );
    const request = await this.launches.requestOf(fromRun, workspaceId);
    return label === undefined ? request : { ...request, label };
  }
}

const REQUIRED = ['skill', 'repo', 'environment'] as const;

const LAUNCH_FIELDS = [
  ...REQUIRED,
  'baseBranch',
  'snapshot',
  'cwd',
  'agent',
  'model',
  'inputs',
  'instructions',
] as const;

function inlineRequest(input: CreateScheduleInput): LaunchRequest {
  const missing = REQUIRED.filter((field) => input[field] === undefined);
  if (missing.length > 0)
    throw refused(
      missing.map((field) => ({ field, message: `${field} is required without fromRun` })),
      'Give skill, repo and environment, or fromRun with the id of a launch to repeat.',
    );
  const fields = [...LAUNCH_FIELDS, 'label'] as const;
  const given: Partial<Record<(typeof fields)[number], unknown>> = {};
  for (const field of fields) if (input[field] !== undefined) given[field] = input[field];
  return given as LaunchRequest;
}

function refused(issues: readonly ErrorIssue[], hint: string) {
  const what = issues.map(({ message }) => message).join('; ');
  return invalidInput({ what: `${what}.`, hint }, { issues });
}
