import { Background } from '../http/background.js';
import { openLog, type Teller } from '../http/log.js';
import { startServerModules } from '../http/server-modules.js';
import type { ServerSettings } from '../http/settings.js';
import { workerNeedsPostgres } from '../module/contract/errors.js';
import type { Distribution } from '../runtime.js';
import { unknownSettings, unknownSettingText } from '../unknown-settings.js';

export interface RunningWorker {
  /** Warnings for the person who started the worker. */
  readonly warnings: readonly string[];
  /** Runs background work until `stop`; fails when that work does. */
  work(): Promise<void>;
  /** Waits until the running work has ended or was handed back, then stops the modules. */
  stop(): Promise<void>;
}

/** Starts a server's modules for background work only. */
export async function startWorker(
  settings: ServerSettings,
  distribution: Distribution,
  teller: Teller,
): Promise<RunningWorker> {
  // checked before the data is opened: only one process may use an SQLite database
  if (!/^postgres(ql)?:/.test(settings.env['SVC_DATABASE_URL'] ?? '')) throw workerNeedsPostgres();
  const log = openLog(settings, teller);
  const kernel = await startServerModules(settings, distribution, log);
  const background = new Background(kernel, log);
  log.info({ dataDir: settings.dataDir, version: distribution.version }, 'working');
  return {
    warnings: unknownSettings(settings.env, kernel).map(unknownSettingText),
    work: () => background.run({ dedicated: true }),
    stop: async () => {
      log.info({}, 'stopping');
      await background.stop();
      await kernel.stop();
      log.info({}, 'stopped');
    },
  };
}
