import { parentPort } from 'node:worker_threads';
import { buffersOf, unpack, type UnpackTask } from './unpack.js';

async function answer(task: UnpackTask): Promise<void> {
  const result = await unpack(task);
  parentPort?.postMessage(result, 'opened' in result ? buffersOf(result.opened) : []);
}

// own thread, so that untrusted bytes cannot block requests; its starter learns of errors
parentPort?.on('message', (task: UnpackTask) => void answer(task));
