import { randomUUID } from 'node:crypto';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { LocatedWorkspace, WorkspaceSummary } from '../../../identity/contract/access.js';
import type { LaunchRequest, PreparedLaunch } from '../../../launch/contract/launches.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { CreateTaskInput } from '../../contract/task-inputs.js';
import { taskMachine } from '../../contract/task.machine.js';
import type { CreatedTask } from '../../contract/task-view.js';
import { linkKeyOf } from '../link-key.js';
import { nameOf } from '../task-locator.js';
import { byCaller, TaskRows } from '../task-rows.js';
import { TaskViews, viewOf } from '../task-views.js';
import { Task } from '../task.entity.js';
import { Turns } from '../turns.js';

interface Creation {
  readonly input: CreateTaskInput;
  readonly workspace: WorkspaceSummary;
  readonly prepared: PreparedLaunch;
}

@injectable()
export class CreateTaskHandler implements Handler<CreateTaskInput, CreatedTask> {
  constructor(
    @inject(Turns) private readonly turns: Turns,
    @inject(TaskRows) private readonly rows: TaskRows,
    @inject(TaskViews) private readonly views: TaskViews,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: CreateTaskInput, context: Context): Promise<CreatedTask> {
    const { value: workspace } = context.target as LocatedWorkspace;
    // what its launch needs may be gone by now
    const existing = await named(this.reads.manager, workspace.id, input);
    if (existing !== null) {
      context.auditSubject?.({ kind: 'task', id: existing.id, name: nameOf(existing) });
      return Object.assign(viewOf(existing, context), { created: false });
    }
    const { caller } = context;
    const prepared = await this.turns.prepare({
      input: requestOf(input),
      workspace,
      caller,
      turns: [],
    });
    const { id, created } = await this.unitOfWork.run((manager) =>
      this.#create(manager, { input, workspace, prepared }, context),
    );
    return Object.assign(await this.views.byId(id, context), { created });
  }

  async #create(manager: EntityManager, creation: Creation, context: Context) {
    const task = newTask(creation, context, this.host.clock());
    await manager
      .createQueryBuilder()
      .insert()
      .into(Task)
      .values(task)
      .orIgnore()
      .updateEntity(false)
      .execute();
    // with a key that another call has used meanwhile it was ignored
    const created = await manager.existsBy(Task, { id: task.id });
    const { workspace, input, prepared } = creation;
    const made = created ? task : await named(manager, workspace.id, input);
    if (made === null) throw new Error('A task was neither stored nor is it there.');
    context.auditSubject?.({ kind: 'task', id: made.id, name: nameOf(made) });
    if (created) {
      const begun = await this.rows.addTurn(manager, task, await this.turns.begin(prepared));
      const { link } = input;
      const data = { definition: viewOf(task, context).definition, ...(link && { link }) };
      await this.rows.append(manager, task, [
        { type: 'task.created', actor: byCaller(context.caller), data },
        begun,
      ]);
    }
    return { id: made.id, created };
  }
}

async function named(
  manager: EntityManager,
  workspaceId: string,
  { idempotencyKey }: CreateTaskInput,
): Promise<Task | null> {
  if (idempotencyKey === undefined) return null;
  return manager.findOneBy(Task, { workspaceId, idempotencyKey });
}

function newTask(
  { input: { link, idempotencyKey }, workspace, prepared }: Creation,
  { caller }: Context,
  now: Date,
): Task {
  return Object.assign(new Task(), {
    id: randomUUID(),
    state: taskMachine.initial,
    version: 1,
    workspaceId: workspace.id,
    organizationId: workspace.organizationId,
    workspaceName: workspace.name,
    createdBy: caller.id,
    request: prepared.request,
    idempotencyKey: idempotencyKey ?? null,
    linkType: link?.type ?? null,
    linkValue: link?.value ?? null,
    linkKey: link === undefined ? null : linkKeyOf(link),
    questions: [],
    pending: [],
    turn: 0,
    launchRunId: null,
    lastEvent: 0,
    createdAt: now,
    updatedAt: now,
  });
}

const ofTasks: readonly string[] = ['workspace', 'idempotencyKey', 'link'];

/** What the task launches, without what only tasks have. */
function requestOf(input: CreateTaskInput): LaunchRequest {
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !ofTasks.includes(name),
  );
  return Object.fromEntries(fields) as unknown as LaunchRequest;
}
