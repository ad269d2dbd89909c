import { rm } from 'node:fs/promises';
import type { DatabaseLocation, TestDatabase } from '../../contract/databases.js';
import type { Finished, RunOptions, Server } from '../../e2e/program.js';
import { openRegistryServer, type RegistryServer } from '../../e2e/registry-server.js';
import { RegistryApi } from './registry-api.js';

/** The built server on a database, to be killed and started again. Its administrator owns the workspace `acme`. */
export class CrashingRegistry {
  private constructor(
    private readonly registry: RegistryServer,
    /** API key of the workspace's owner. */
    readonly token: string,
    private server: Server,
  ) {}

  static async open(database: TestDatabase, options: RunOptions = {}): Promise<CrashingRegistry> {
    const registry = await openRegistryServer(database, options);
    return new CrashingRegistry(registry, await registry.apiKey('owner'), registry.server);
  }

  get origin(): string {
    return this.server.origin;
  }

  get location(): DatabaseLocation {
    return this.registry.location;
  }

  get pid(): number {
    return this.server.child.pid!;
  }

  get program(): RegistryServer['program'] {
    return this.registry.program;
  }

  /** What the running server has printed. */
  get output(): string {
    return this.server.stdout() + this.server.stderr();
  }

  /** As a crash or the operating system would end it: nothing is tidied up. */
  async kill(): Promise<void> {
    this.server.child.kill('SIGKILL');
    await this.died();
  }

  /** Asks it to end, as a service manager does; after `ms`, else 20 s, it is killed, and the exit code 137. */
  stop(ms?: number): Promise<Finished> {
    return this.server.stop(ms);
  }

  /** Until the server has ended by itself, such as at a fault point. */
  async died(): Promise<void> {
    await this.server.finished;
  }

  /** Starts it again and waits until it is ready. `SVC_FAULT` in `env` names the point where it is to die. */
  async start(env: NonNullable<RunOptions['env']> = {}): Promise<void> {
    this.server = await this.program.serve([], { env });
  }

  /** Whether it runs, neither ended by itself nor by anybody. */
  get runs(): boolean {
    return this.server.child.exitCode === null && this.server.child.signalCode === null;
  }

  /** A second server on the same data. */
  async another(): Promise<RegistryApi> {
    const { origin } = await this.program.serve();
    return new RegistryApi({ origin, token: this.token });
  }

  /** Stops it and removes its files. */
  async close(): Promise<void> {
    await this.server.stop();
    await this.registry.close();
    await rm(this.location.dataDir, { recursive: true, force: true });
  }
}
