import {
  buildExtension,
  serverStartedPoint,
  type ServerStarted,
  type ServerStartedHook,
} from 'svc-registry/kernel';
import { completeSources } from '../distribution.js';
import type { Distribution } from '../runtime.js';
import { unknownSettings, unknownSettingText } from '../unknown-settings.js';
import { createApp } from './app.js';
import { Background } from './background.js';
import { contained, type Containment } from './contained.js';
import { closeServer, createLimitedServer, listen } from './listen.js';
import { openLog, type Teller } from './log.js';
import { messageClasses } from './message-classes.js';
import { startServerModules } from './server-modules.js';
import { listeningAddress, publicAddress, type ServerSettings } from './settings.js';

/** Milliseconds that requests may take to end after a signal; a supervisor may kill the server after ten seconds. */
const STOP_TIME_LIMIT = 8_000;

export interface RunningServer {
  /** Address that the server listens on. */
  readonly listening: string;
  /** Warnings for the person who started the server. */
  readonly warnings: readonly string[];
  /** Notifies the modules that the server is listening; answers lines for the person who started it. */
  announce(): Promise<readonly string[]>;
  /** Runs the modules' background work; ends when the server stops, or fails when that work does. */
  background(): Promise<void>;
  /** Finishes the open requests, then stops the modules. */
  stop(): Promise<void>;
}

async function announce(parts: Containment, event: ServerStarted): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const extension of parts.kernel.extensions.of(serverStartedPoint)) {
    const reported = await contained(parts, extension, async () =>
      (await buildExtension<ServerStartedHook>(extension)).serverStarted(event),
    );
    lines.push(...(reported ?? []));
  }
  return lines;
}

/** Starts the modules, then listens. */
export async function startServer(
  settings: ServerSettings,
  distribution: Distribution,
  teller: Teller,
): Promise<RunningServer> {
  const log = openLog(settings, teller);
  const sources = await completeSources(distribution.sources);
  const kernel = await startServerModules(settings, { ...distribution, sources }, log);
  await kernel.loadAll();
  const background = new Background(kernel, log);
  const stopping = new AbortController();
  const app = createApp({
    ...settings,
    kernel,
    log,
    requestLines: log.plain,
    version: distribution.version,
    state: { stopping: stopping.signal },
  });
  const server = createLimitedServer(app, log, { classes: messageClasses(app) });
  const stopModules = async (): Promise<void> => {
    await kernel.stop();
    log.info({}, 'stopped');
  };
  const port = await listen(server, settings, log).catch(async (error: unknown) => {
    await stopModules();
    throw error;
  });
  const listening = listeningAddress(settings, port);
  log.info(
    { address: listening, dataDir: settings.dataDir, version: distribution.version },
    'listening',
  );
  return {
    listening,
    warnings: unknownSettings(settings.env, kernel).map(unknownSettingText),
    announce: () =>
      announce({ kernel, log }, { origin: publicAddress(settings, port), dev: settings.dev }),
    background: () => background.run({ dedicated: false }),
    stop: async () => {
      stopping.abort();
      log.info({}, 'stopping');
      await Promise.all([closeServer(server, STOP_TIME_LIMIT), background.stop()]);
      await stopModules();
    },
  };
}
