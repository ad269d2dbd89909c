import { parentPort } from 'node:worker_threads';
import { unpack, type UnpackTask } from './unpack.js';

async function answer(task: UnpackTask): Promise<void> {
  const result = await unpack(task);
  const buffers =
    'opened' in result
      ? result.opened.contents.files.map(({ content }) => content.buffer as ArrayBuffer)
      : [];
  parentPort?.postMessage(result, [...new Set(buffers)]);
}

// own thread, so that untrusted bytes cannot block requests; its starter learns of errors
parentPort?.on('message', (task: UnpackTask) => void answer(task));
