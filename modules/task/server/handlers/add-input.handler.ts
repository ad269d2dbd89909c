import { invalidInput, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { shortened } from '../../../../toolbox/shortened.js';
import { launchesKey, type Launches } from '../../../launch/contract/launches.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { taskRefuses } from '../../contract/errors.js';
import { taskRules, type ClientEventType } from '../../contract/events.js';
import type { TaskInputInput } from '../../contract/task-inputs.js';
import { isOver } from '../../contract/task.machine.js';
import type { TaskView } from '../../contract/task-view.js';
import { answersTo, requireReadable } from '../answers.js';
import { taskTarget } from '../task-locator.js';
import { byCaller, TaskRows } from '../task-rows.js';
import { TaskTurn } from '../task-turn.entity.js';
import { TaskViews } from '../task-views.js';
import { Task } from '../task.entity.js';
import { Turns } from '../turns.js';

/** The fields of each type. */
const fields: Readonly<Record<ClientEventType, readonly string[]>> = {
  'user_input.received': ['text', 'answers'],
  'input.requested': ['questions'],
  'run.progress': ['text'],
};

@injectable()
export class AddInputHandler implements Handler<TaskInputInput, TaskView> {
  constructor(
    @inject(Turns) private readonly turns: Turns,
    @inject(TaskRows) private readonly rows: TaskRows,
    @inject(TaskViews) private readonly views: TaskViews,
    @inject(launchesKey) private readonly launches: Launches,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(input: TaskInputInput, context: Context): Promise<TaskView> {
    const { type = 'user_input.received' } = input;
    requireOwnFields(type, input);
    const task = taskTarget(context);
    if (type === 'user_input.received') await this.#answer(task, input, context);
    else
      await this.unitOfWork.run(async (manager) => {
        const held = await this.rows.held(manager, task.id);
        if (type === 'run.progress') await this.#note(manager, held, { input, context });
        else await this.#ask(manager, held, { input, context });
      });
    return this.views.byId(task.id, context);
  }

  async #answer(seen: Task, input: TaskInputInput, { caller }: Context): Promise<void> {
    const { id, state: status, launchRunId, questions } = seen;
    if (status !== 'waiting_for_input') throw taskRefuses({ what: 'It takes no answer', status });
    const answers = answersTo(questions, input);
    const answered = { summary: await this.#summaryOf(launchRunId), answers };
    const turns = [...(await this.turns.answered(id)), answered];
    requireReadable(turns);
    const prepared = await this.turns.prepare({
      input: seen.request,
      workspace: {
        id: seen.workspaceId,
        name: seen.workspaceName,
        organizationId: seen.organizationId,
      },
      caller,
      turns,
    });
    await this.unitOfWork.run(async (manager) => {
      const task = await this.rows.held(manager, id);
      // somebody else was faster: their turn began, even ended with other questions, or the task has ended
      if (task.version !== seen.version)
        throw taskRefuses({ what: 'It does not ask this any more', status: task.state });
      await this.rows.go(manager, task, { event: 'answer', set: { questions: [] } });
      const closed: object = { answered };
      await manager.update(TaskTurn, { taskId: id, turn: task.turn }, closed);
      const { text } = input;
      const byId = Object.fromEntries(
        questions.map((asked, at) => [asked.id, answers[at]?.answer]),
      );
      const begun = await this.rows.addTurn(manager, task, await this.turns.begin(prepared));
      const data = { ...(text !== undefined && { text }), answers: byId };
      await this.rows.append(manager, task, [
        { type: 'user_input.received', actor: byCaller(caller), data },
        begun,
      ]);
    });
  }

  /** What the agent had done before it asked. */
  async #summaryOf(launchRunId: string | null): Promise<string> {
    if (launchRunId === null) return '';
    const outcomes = await this.launches.outcomes([launchRunId]);
    return shortened(outcomes.get(launchRunId)?.result?.summary ?? '', taskRules.summary);
  }

  async #note(manager: EntityManager, task: Task, { input, context }: Added): Promise<void> {
    const { text } = input;
    if (text === undefined) throw invalidInput({ what: 'Give `text`: how far the turn is.' });
    if (isOver(task.state))
      throw taskRefuses({ what: 'It makes no progress any more', status: task.state });
    const actor = byCaller(context.caller);
    await this.rows.append(manager, task, [{ type: 'run.progress', actor, data: { text } }]);
  }

  async #ask(manager: EntityManager, task: Task, { input, context }: Added): Promise<void> {
    const { questions } = input;
    if (questions === undefined) throw invalidInput({ what: 'Give `questions`: what is asked.' });
    if (task.state !== 'running')
      throw taskRefuses({ what: 'Nothing can be asked now', status: task.state });
    const pending = [...task.pending, ...questions];
    requireAskable(pending.map(({ id }) => id));
    const changes: object = { pending };
    await manager.update(Task, { id: task.id }, changes);
    const actor = byCaller(context.caller);
    await this.rows.append(manager, task, [
      { type: 'input.requested', actor, data: { questions } },
    ]);
  }
}

interface Added {
  readonly input: TaskInputInput;
  readonly context: Context;
}

function requireOwnFields(type: ClientEventType, { text, answers, questions }: TaskInputInput) {
  const given = Object.entries({ text, answers, questions });
  const other = given.find(([name, value]) => value !== undefined && !fields[type].includes(name));
  if (other === undefined) return;
  const own = fields[type].map((name) => `\`${name}\``).join(' and ');
  throw invalidInput({ what: `\`${other[0]}\` does not belong to "${type}", which has ${own}.` });
}

/** Questions that wait for the end of the turn are answered together. */
function requireAskable(ids: readonly string[]): void {
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined)
    throw invalidInput({ what: `There are two questions "${twice}".`, hint: 'Give another id.' });
  if (ids.length > taskRules.questions)
    throw invalidInput({ what: `A turn has at most ${taskRules.questions} questions.` });
}
