import { inject, injectable } from 'tsyringe';
import { connectionKey, hostKey, isSvcError, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { DoctorReport, ServerReport } from '../contract/doctor-report.js';
import { moduleRows } from './modules-list.js';
import type { NoInput } from '../contract/no-input.js';

const PATIENCE = 3_000;

async function askServer(origin: string, signal: AbortSignal): Promise<ServerReport> {
  try {
    const response = await fetch(new URL('/ready', origin), {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    return { origin, ready: response.ok, cause: response.ok ? null : `it answers ${response.status}` };
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return { origin, ready: false, cause: isSvcError(error) ? message : (cause?.code ?? message) };
  }
}

@injectable()
export class DoctorHandler implements Handler<NoInput, DoctorReport> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(_input: NoInput, { signal }: Context): Promise<DoctorReport> {
    await this.runtime.kernel().startAll();
    const { version, home } = this.host;
    const server = await this.server(signal);
    const platform = `${process.platform} ${process.arch}`;
    return { version, node: process.versions.node, platform, home, server, modules: moduleRows(this.runtime.kernel()) };
  }

  private async server(signal: AbortSignal): Promise<ServerReport> {
    try {
      const connection = await (await this.runtime.kernel().get(connectionKey)).current();
      return await askServer(connection.origin, signal);
    } catch (error) {
      return { origin: null, ready: false, cause: (error as Error).message };
    }
  }
}
