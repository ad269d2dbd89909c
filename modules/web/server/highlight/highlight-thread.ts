import { parentPort } from 'node:worker_threads';
import { highlight, type HighlightTask } from './highlight.js';

// own thread, so that a tangled text cannot block requests
parentPort?.on('message', (task: HighlightTask) => {
  parentPort?.postMessage(highlight(task));
});
