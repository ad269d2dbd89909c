import { inject, injectable } from 'tsyringe';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { ServeInput } from '../contract/inputs.js';
import { aborted } from './aborted.js';

@injectable()
export class ServeHandler implements Handler<ServeInput, void> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: ServeInput, { signal, progress }: Context): Promise<void> {
    const [{ serverSettings }, { startServer }] = await Promise.all([
      import('../../http/settings.js'),
      import('../../http/server.js'),
    ]);
    const settings = serverSettings(input, this.host);
    const server = await startServer(settings, this.runtime.distribution, progress);
    try {
      for (const line of server.warnings) progress.warn(line);
      // done before the line that scripts wait for: with `--dev` it signs the person in
      const announced = await server.announce();
      progress.note(`svc is listening on ${server.listening}`);
      const forPeople = settings.log === 'text';
      if (forPeople) progress.note(`Its data is in ${settings.dataDir}`);
      for (const line of announced) progress.note(line);
      if (forPeople) progress.note('Ctrl+C stops it.');
      // background work may end on its own, and the server must continue then
      await Promise.race([aborted(signal), server.background().then(() => aborted(signal))]);
    } finally {
      await server.stop();
      if (settings.log === 'text') progress.note('svc has stopped.');
    }
  }
}
