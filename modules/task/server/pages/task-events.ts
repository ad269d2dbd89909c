import type { PageRequest } from '../../../web/contract/index.js';
import { listTaskEvents } from '../../contract/operations.js';
import type { TaskEventView } from '../../contract/task-view.js';

const BATCH = 200;
const MOST = 4000;

/** The events of a task in their order; of a task with very many, the first. */
export async function eventsOf(
  id: string,
  invoke: PageRequest['invoke'],
): Promise<readonly TaskEventView[]> {
  const events: TaskEventView[] = [];
  for (let complete = false; !complete && events.length < MOST;) {
    const afterNumber = events.at(-1)?.n ?? 0;
    const { data } = await invoke(listTaskEvents, { id, afterNumber, limit: BATCH });
    events.push(...data);
    complete = data.length < BATCH;
  }
  return events;
}
