import { defineClassPoint, defineExtensionPoint } from './extension-point.js';
import { PROGRAMS, type Invoke } from './operation.js';
import type { Constructor } from './service-key.js';

/** A server that has begun to listen. */
export interface ServerStarted {
  /** The server's public address: `scheme://host[:port]`, without a path. */
  readonly origin: string;
  /** Started for local trial (`svc serve --dev`), which is allowed on the loopback address only. */
  readonly dev: boolean;
}

/** Runs once the server is listening and its modules have started. Answers lines for the person who started it. */
export interface ServerStartedHook {
  serverStarted(event: ServerStarted): Promise<readonly string[]>;
}

/**
 * Code that runs once the server listens, for example to print the one-time code of the first administrator. Contributions run one
 * after the other, in the order in which modules start.
 */
export const serverStartedPoint = defineClassPoint<ServerStartedHook>('kernel.serverStarted');

/** Throws when the checked component cannot serve requests now. */
export interface ReadinessCheck {
  check(): Promise<void>;
}

/** Checks that must pass before `GET /ready` says that the server is ready. `summary` names the checked component. */
export const readinessPoint = defineClassPoint<ReadinessCheck>('kernel.readiness');

/** A request that no operation answers: for a page or for one of its resources. */
export interface WebExchange {
  /**
   * Its URL begins with the server's public origin. The body is received when it is read: check who calls before. A body that is
   * larger than the contribution's `bodyBytes`, or not complete after a minute, ends the request with `body_too_large` (413) or
   * `body_not_received` (408), whatever the handler answers.
   */
  readonly request: Request;
  /** The request's id in the server's log and in the response header `X-Request-Id`. */
  readonly requestId: string;
  /** Network address of the client. */
  readonly address: string | undefined;
  /**
   * Calls operations as the holder of the token, or as an anonymous caller without one. With an Idempotency-Key, those that take one are
   * carried out once for each key.
   */
  readonly invokeAs: (token: string | undefined, idempotencyKey?: string) => Invoke;
}

export interface WebHandler {
  /**
   * Answers `undefined` for an unknown address. An error that it throws is answered as a problem document. The answer's body may take any
   * time, but a connection on which nothing is sent for two minutes is closed: a stream of events sends a comment every 30 seconds. A
   * stream of events (`text/event-stream`) that answers a GET ends when the server stops; other answers then have eight seconds.
   */
  handle(exchange: WebExchange): Promise<Response | undefined>;
}

/**
 * Handlers of requests that no operation answers. They are called in the order in which modules start, until one answers; one that does
 * not declare the request's method is left out. No guard, limit or audit of operations applies, and no caller is known: the handler sees
 * to that. For pages use `web.pages`, which brings sessions, forms and templates.
 */
export const webHandlersPoint = defineExtensionPoint<
  {
    readonly summary: string;
    /** The methods that the handler answers; GET, HEAD and POST unless given. */
    readonly methods?: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
    /** Bytes that the body of a request may have; 65,536 unless given. */
    readonly bodyBytes?: number;
  },
  Constructor<WebHandler>
>('kernel.webHandlers', {
  fields: {
    summary: 'text',
    'methods?': { listOf: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    'bodyBytes?': { min: 1 },
  },
});

export interface BackgroundOptions {
  /** Aborts when the process is to end. */
  readonly signal: AbortSignal;
  /** The process does only background work: `svc worker`. */
  readonly dedicated: boolean;
}

/** Work that runs in the background, beside requests. */
export interface BackgroundWork {
  /** Runs until the signal aborts, then finishes its tasks or hands them back; resolves when nothing is left. */
  run(options: BackgroundOptions): Promise<void>;
}

/**
 * Work that runs beside requests, in `svc serve` and `svc worker`. It starts when the server is listening, or when a worker has started
 * its modules. A failure ends the process. For work that must survive a crash, use `jobs.kinds` instead.
 */
export const backgroundPoint = defineClassPoint<BackgroundWork>('kernel.background');

export interface MetricReading {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface MetricSource {
  /** Called at every scrape: must take milliseconds only and never wait for another host. */
  read(): Promise<readonly MetricReading[]>;
}

/** Numbers that `GET /metrics` shows. The contribution's id is the name of the metric; the code is called at every scrape. */
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

/** The meaning of an environment variable. */
export interface Setting {
  readonly summary: string;
  /** The default, in words or as the value. */
  readonly default?: string;
  /** The reader: the command line and tool server (client), the server and its workers, or both. */
  readonly side: 'client' | 'server' | 'both';
  /** True when its value is never shown. */
  readonly secret?: boolean;
  /** The program that alone reads it; left out where more than one does. */
  readonly program?: (typeof PROGRAMS)[number];
}

/**
 * Environment variables that a module reads. The contribution's id is the variable's name. `svc settings` lists all of them. A variable that
 * begins with the name of a program (`SVC_`, `LNK_`) and that no module declares has no effect: that program warns of it.
 */
export const settingsPoint = defineExtensionPoint<Setting>(
  'kernel.settings',
  {
    fields: {
      summary: 'text',
      'default?': 'text',
      side: ['client', 'server', 'both'],
      'secret?': 'flag',
      'program?': PROGRAMS,
    },
  },
  { pattern: '^[A-Za-z_]\\w*$', is: 'a name of an environment variable' },
);
