import { parentPort } from 'node:worker_threads';
import { layOut, type LayOutTask } from './lay-out.js';

// own thread, so that a tangled text cannot block requests
parentPort?.on('message', (task: LayOutTask) => {
  parentPort?.postMessage(layOut(task));
});
