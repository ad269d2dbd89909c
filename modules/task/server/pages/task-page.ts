import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { taskRefuses } from '../../contract/errors.js';
import { addTaskInput, listTaskRuns, showTask } from '../../contract/operations.js';
import { answersIn, fieldsOf, fingerprintOf } from './answer-form.js';
import { exchangesOf } from './exchanges.js';
import { eventsOf } from './task-events.js';
import { factsOf, headOf, rowOf, turnOf } from './task-texts.js';

const template = new URL('task.njk', import.meta.url);
/** Events that the page lists; the operation has all of them. */
const MOST_EVENTS = 100;

/** Shows a task with its turns, and takes the answers to its questions. */
export class TaskPage implements Page<'id'> {
  async get({ params: { id }, invoke }: PageRequest<'id'>) {
    const task = await invoke(showTask, { id });
    const turns = await invoke(listTaskRuns, { id });
    const events = await eventsOf(id, invoke);
    const { questions } = task;
    return view(template, {
      id: task.id,
      run: headOf(task),
      asked: fingerprintOf(questions),
      fields: fieldsOf(questions),
      turns: turns.data.map(turnOf),
      moreTurns: turns.next !== null,
      exchanges: exchangesOf(events),
      details: factsOf(task),
      events: events.slice(-MOST_EVENTS).reverse().map(rowOf),
      moreEvents: events.length > MOST_EVENTS,
    });
  }

  async post({ params: { id }, form, invoke }: PageRequest<'id'>) {
    const { questions, status } = await invoke(showTask, { id });
    // who has had the page open for long would answer what is asked now with what was meant for earlier questions
    if (form.get('asked') !== fingerprintOf(questions))
      throw taskRefuses({ what: 'It does not ask these questions any more', status });
    await invoke(addTaskInput, { id, answers: answersIn(form, questions) });
    return redirect(`/tasks/${id}`, { notice: 'Thank you. The task goes on with your answers.' });
  }
}
