import { parentPort } from 'node:worker_threads';
import { answerTo, type AnalysisTask } from './analysis-task.js';

// own thread, so that untrusted files cannot block requests; its starter learns of errors
parentPort?.on('message', (task: AnalysisTask) => {
  void answerTo(task).then((answer) => parentPort?.postMessage(answer));
});
