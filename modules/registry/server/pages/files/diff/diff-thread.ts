import { parentPort } from 'node:worker_threads';
import { difference, type DifferenceTask } from './difference.js';

// own thread, so that two texts that have little in common cannot block requests
parentPort?.on('message', (task: DifferenceTask) => {
  parentPort?.postMessage(difference(task));
});
