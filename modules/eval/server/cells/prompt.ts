import type { PlacedContext } from './inside/put-context.js';

/** What an agent is asked. With a context that it has to use, it is told to read that first. */
export function promptOf(task: string, toUse: PlacedContext | undefined): string {
  if (toUse === undefined || toUse.toRead.length === 0) return task;
  const files = toUse.toRead.map((path) => `- ${path}`).join('\n');
  return `Before you begin, read these files of the folder you are in completely, and follow what they say while you work:

${files}

Then do this task:

${task}`;
}
