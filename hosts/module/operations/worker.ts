import { inject, injectable } from 'tsyringe';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { WorkerInput } from '../contract/inputs.js';
import { aborted } from './aborted.js';

@injectable()
export class WorkerHandler implements Handler<WorkerInput, void> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(
    { concurrency, dataDir, log }: WorkerInput,
    { signal, progress }: Context,
  ): Promise<void> {
    const [{ serverSettings }, { startWorker }] = await Promise.all([
      import('../../http/settings.js'),
      import('../../worker/worker.js'),
    ]);
    const { env, home } = this.host;
    const given = concurrency === undefined ? {} : { SVC_JOB_CONCURRENCY: String(concurrency) };
    const settings = serverSettings(
      { ...(dataDir === undefined ? {} : { dataDir }), ...(log === undefined ? {} : { log }) },
      { env: { ...env, ...given }, home },
    );
    const worker = await startWorker(settings, this.runtime.distribution, progress);
    try {
      for (const line of worker.warnings) progress.warn(line);
      progress.note('svc works in the background');
      if (settings.log === 'text') progress.note('Ctrl+C stops it.');
      await Promise.race([aborted(signal), worker.work()]);
    } finally {
      await worker.stop();
      if (settings.log === 'text') progress.note('svc has stopped.');
    }
  }
}
