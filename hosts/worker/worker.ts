import { Background } from '../http/background.js';
import { openLog, type Teller } from '../http/log.js';
import { startServerModules } from '../http/server-modules.js';
import type { ServerSettings } from '../http/settings.js';
import { workerNeedsPostgres } from '../module/contract/errors.js';
import type { Distribution } from '../runtime.js';
import { unknownSettings, unknownSettingText } from '../unknown-settings.js';

export interface RunningWorker {
  /** What the person who started it should know before. */
  readonly warnings: readonly string[];
  /** Does background work until `stop`; fails when that work does. */
  work(): Promise<void>;
  /** Lets what is under way end or hands it back, then stops the modules. */
  stop(): Promise<void>;
}

/** Starts the modules of a server, and of its work only what goes on in the background. */
export async function startWorker(
  settings: ServerSettings,
  distribution: Distribution,
  teller: Teller,
): Promise<RunningWorker> {
  // before anything is opened: an SQLite database belongs to the one process that serves it
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
