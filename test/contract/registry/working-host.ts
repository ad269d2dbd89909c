import { hostKey, type ModuleDeclaration } from 'svc-registry/kernel';
import { Background } from '../../../hosts/http/background.js';
import { timersKey } from '../../../modules/jobs/server/timers.js';
import type { DatabaseLocation } from '../databases.js';
import { ManualTime } from '../jobs/manual-time.js';
import { RegistryHost } from './registry-host.js';

/** A registry whose background work begins when the test says so, and whose time passes by hand. */
export interface WorkingHost {
  readonly registry: RegistryHost;
  readonly background: Background;
  work(): void;
  /** Time for the sweep and what it finds. */
  pass(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startWorkingHost(
  location: DatabaseLocation,
  modules: readonly ModuleDeclaration[],
): Promise<WorkingHost> {
  const time = new ManualTime();
  const timers = { key: timersKey, make: () => time.timers };
  const registry = await RegistryHost.start(location, modules, [timers]);
  await registry.host.kernel.startAll();
  const background = new Background(registry.host.kernel, (await registry.host.get(hostKey)).log);
  return {
    registry,
    background,
    work: () => void background.run({ dedicated: false }),
    pass: async (seconds) => {
      registry.clock.now = new Date(registry.clock.now.getTime() + seconds * 1000);
      await time.pass(seconds);
      await new Promise((wake) => setTimeout(wake, 5));
    },
    stop: async () => {
      await background.stop();
      await registry.stop();
    },
  };
}
