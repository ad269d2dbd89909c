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

// untrusted bytes keep no thread busy that answers requests; what is thrown here ends this one, and its starter learns why
parentPort?.on('message', (task: UnpackTask) => void answer(task));
