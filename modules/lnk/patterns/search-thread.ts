// The thread that `search` gives patterns that look around to.
import { parentPort } from 'node:worker_threads';
import { searched, type SearchTask } from './search-task.js';

parentPort?.on('message', (task: SearchTask) => {
  parentPort?.postMessage(searched(task));
});
