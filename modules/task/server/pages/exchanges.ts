import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import type { TaskActor, TaskEventView } from '../../contract/task-view.js';
import { shownTime } from '../../../web/contract/index.js';
import { actorOf } from './task-texts.js';

/** What was asked, and what somebody has answered. */
interface Exchange {
  readonly by: string;
  readonly at: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** What was said to all questions; empty if nothing was. */
  readonly text: string;
}

type Event = Pick<TaskEventView, 'type' | 'data' | 'at'> & { readonly actor: TaskActor };

/** The answers to a task, each beside its question. Questions count until they are answered. */
export function exchangesOf(events: readonly Event[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  const asked = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'input.requested')
      for (const [id, prompt] of questionsIn(event.data)) asked.set(id, prompt);
    if (event.type !== 'user_input.received') continue;
    exchanges.push(exchangeOf(event, asked));
    asked.clear();
  }
  return exchanges;
}

function exchangeOf({ actor, at, data }: Event, asked: ReadonlyMap<string, string>): Exchange {
  const answers = Object.entries(fieldsOf(data['answers'])).flatMap(([id, answer]) =>
    typeof answer === 'string' ? [{ question: asked.get(id) ?? id, answer }] : [],
  );
  const { text } = data;
  const said = typeof text === 'string' ? text : '';
  return { by: actorOf(actor), at: shownTime(at), answers, text: said };
}

/** Ids and prompts of the questions of an event. */
const questionsIn = (data: TaskEventView['data']): readonly (readonly [string, string])[] =>
  listOf(data['questions']).flatMap((question) => {
    const { id, prompt } = fieldsOf(question);
    return typeof id === 'string' && typeof prompt === 'string' ? [[id, prompt] as const] : [];
  });
