import { inject, injectable } from 'tsyringe';
import {
  buildExtension,
  connectionKey,
  extensionsKey,
  healthChecksPoint,
  hostKey,
  isSvcError,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { reasonOf } from '../../../kernel/invoke/unreachable.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { DoctorReport, HealthRow, ServerReport } from '../contract/doctor-report.js';
import { moduleRows } from './modules-list.js';
import type { NoInput } from '../contract/inputs.js';

/** Milliseconds that the server may take to answer. */
const TIME_LIMIT = 3_000;

async function askServer(
  origin: string,
  { fetch }: HostInfo,
  signal: AbortSignal,
): Promise<ServerReport> {
  try {
    const response = await fetch(new URL('/ready', origin), {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]),
    });
    await response.body?.cancel();
    return {
      origin,
      ready: response.ok,
      cause: response.ok ? null : `it answers ${response.status}`,
    };
  } catch (error) {
    return { origin, ready: false, cause: isSvcError(error) ? error.message : reasonOf(error) };
  }
}

function faultsOf({
  server,
  checks,
  modules,
}: Pick<DoctorReport, 'server' | 'checks' | 'modules'>): string[] {
  return [
    ...(server.ready
      ? []
      : [
          `The server${server.origin === null ? '' : ` ${server.origin}`} is not ready: ${server.cause ?? 'unknown'}.`,
        ]),
    ...checks.filter(({ level }) => level === 'error').map(({ message }) => message),
    ...modules
      .filter(({ code }) => code !== undefined)
      .map(({ id, cause }) => `The module "${id}" cannot be used: ${cause ?? 'unknown'}.`),
  ];
}

@injectable()
export class DoctorHandler implements Handler<NoInput, DoctorReport> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(_input: NoInput, context: Context): Promise<DoctorReport> {
    await this.runtime.kernel().startAll();
    const { version, home } = this.host;
    const server = await this.server(context.signal);
    const checks = await this.checks(context);
    const platform = `${process.platform} ${process.arch}`;
    const modules = moduleRows(this.runtime.kernel());
    const faults = faultsOf({ server, checks, modules });
    return {
      version,
      node: process.versions.node,
      platform,
      home,
      server,
      checks,
      modules,
      faults,
    };
  }

  /** A check that throws becomes a finding, so that the other checks are still reported. */
  private async checks(context: Context): Promise<HealthRow[]> {
    const rows: HealthRow[] = this.runtime.faults.map((message) => ({
      module: 'host',
      level: 'error',
      message,
    }));
    const extensions = await this.runtime.kernel().get(extensionsKey);
    for (const extension of extensions.of(healthChecksPoint)) {
      const { module } = extension;
      try {
        const findings = await (await buildExtension(extension)).check(context);
        rows.push(...findings.map((finding) => ({ module, ...finding })));
      } catch (error) {
        rows.push({
          module,
          level: 'error',
          message: `${extension.data.summary}: ${(error as Error).message}`,
        });
      }
    }
    return rows;
  }

  private async server(signal: AbortSignal): Promise<ServerReport> {
    try {
      const connection = await (await this.runtime.kernel().get(connectionKey)).current();
      return await askServer(connection.origin, this.host, signal);
    } catch (error) {
      return { origin: null, ready: false, cause: (error as Error).message };
    }
  }
}
