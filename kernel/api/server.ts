import { defineClassPoint, defineExtensionPoint } from './extension-point.js';
import type { Invoke } from './operation.js';
import type { Constructor } from './service-key.js';

/** A server that has begun to listen. */
export interface ServerStarted {
  /** Where people reach it: `scheme://host[:port]`, without a path. */
  readonly origin: string;
  /** Started for a local trial (`svc serve --dev`), which only the loopback address allows. */
  readonly dev: boolean;
}

/** Runs once the server listens, with the server's modules started. Answers lines for the person who started it. */
export interface ServerStartedHook {
  serverStarted(event: ServerStarted): Promise<readonly string[]>;
}

/** Contributions of the server facet; they run one after the other, in the order in which modules start. */
export const serverStartedPoint = defineClassPoint<ServerStartedHook>('kernel.serverStarted');

/** Throws when what it looks at cannot serve requests now. */
export interface ReadinessCheck {
  check(): Promise<void>;
}

/** What `GET /ready` asks before it says yes. `summary` names what is looked at. */
export const readinessPoint = defineClassPoint<ReadinessCheck>('kernel.readiness');

/** A request that no operation answers: for a page, or what a page needs. */
export interface WebExchange {
  /** Its address begins with the origin under which people reach the server. A body ends after 64 KiB with an error. */
  readonly request: Request;
  /** In the server's log, and in the answer's `X-Request-Id`. */
  readonly requestId: string;
  /** Network address the request came from. */
  readonly address: string | undefined;
  /** Calls operations as the holder of the token; without a token, as a stranger. */
  readonly invokeAs: (token: string | undefined) => Invoke;
}

export interface WebHandler {
  /** Answers `undefined` for an address that it does not know. What it throws is answered as a problem. */
  handle(exchange: WebExchange): Promise<Response | undefined>;
}

/** Who answers the requests that are no operation's; asked in the order in which modules start. */
export const webHandlersPoint = defineClassPoint<WebHandler>('kernel.webHandlers');

export interface BackgroundOptions {
  /** Aborts when the process is to end. */
  readonly signal: AbortSignal;
  /** Nothing else happens in this process: `svc worker`. */
  readonly dedicated: boolean;
}

/** Work that goes on beside the answering of requests. */
export interface BackgroundWork {
  /** Goes on until the signal aborts, then finishes or hands back what is under way; resolves when nothing is left. */
  run(options: BackgroundOptions): Promise<void>;
}

/** Begins when the server listens, or when a worker has started its modules. A failure ends the process. */
export const backgroundPoint = defineClassPoint<BackgroundWork>('kernel.background');

export interface MetricReading {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface MetricSource {
  /** Called for every scrape: takes milliseconds and never waits for another host. */
  read(): Promise<readonly MetricReading[]>;
}

/** A number that `GET /metrics` shows. The contribution's id is its name, such as `svc_jobs_waiting`. */
export const metricsPoint = defineExtensionPoint<
  {
    readonly help: string;
    readonly type: 'gauge' | 'counter';
    readonly labels?: readonly string[];
  },
  Constructor<MetricSource>
>(
  'kernel.metrics',
  { fields: { help: 'text', type: ['gauge', 'counter'], 'labels?': { listOf: 'text' } } },
  { pattern: '^[a-zA-Z_:][\\w:]*$', is: 'letters, digits, "_" and ":", such as svc_jobs_waiting' },
);

/** What an environment variable means. */
export interface Setting {
  readonly summary: string;
  /** What counts when it is not set, in words or as the value. */
  readonly default?: string;
  /** Who reads it: the command line and tool server, the server and its workers, or both. */
  readonly side: 'client' | 'server' | 'both';
  /** True when its value is never shown. */
  readonly secret?: boolean;
}

/** Every setting of the program. The contribution's id is the variable's name. */
export const settingsPoint = defineExtensionPoint<Setting>(
  'kernel.settings',
  {
    fields: {
      summary: 'text',
      'default?': 'text',
      side: ['client', 'server', 'both'],
      'secret?': 'flag',
    },
  },
  { pattern: '^[A-Za-z_]\\w*$', is: 'a name of an environment variable' },
);
