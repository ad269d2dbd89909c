import { serviceKey } from './service-key.js';

/** Structured log of a host: JSON lines on a server, silent on a client unless SVC_DEBUG is set. Never log a secret. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** The process a module runs in. */
export interface HostInfo {
  readonly facet: 'client' | 'server';
  /** Version of the product. */
  readonly version: string;
  /** The environment: settings come from here, never from `process.env` directly. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's own folder, `~/.svc` unless SVC_HOME names another. Created on first write, mode 0700. */
  readonly home: string;
  /** Absolute path of the program's file, for files that start it again; `undefined` where there is none to start. */
  readonly program?: string | undefined;
  readonly log: Log;
  /** The way to other servers: through the proxy that the environment names, and trusting its certificate authorities. */
  readonly fetch: typeof fetch;
  /** Now. Tests inject their own. */
  readonly clock: () => Date;
  /** Tells the process what time it is for all that share its database; `clock` goes by it from then on. Absent where it is a test's. */
  readonly setClock?: (now: Date) => void;
  /** Ends the process here, as a crash would, when a test asks for it; absent outside such tests. `<module>.<place>` names the place. */
  readonly fault?: ((point: string) => void) | undefined;
  /** What is piped into the program; `undefined` when standard input is a terminal. Left out where the host reads it itself. */
  readonly stdin?: () => AsyncIterable<Uint8Array> | undefined;
}

export const hostKey = serviceKey<HostInfo>('kernel.host');

/** The server that operations of the server facet are called on, and as whom. */
export interface Connection {
  /** `scheme://host[:port]`, without a path. */
  readonly origin: string;
  readonly token: string | undefined;
  /** True for a token that no sign-in would exchange: the environment gave it. */
  readonly fixed?: boolean;
  /** What the person should know before the token is sent, such as that others can read it on the way. Told once by a process. */
  readonly warning?: string;
}

/** Provided by the module that keeps credentials. */
export interface ConnectionSource {
  current(): Promise<Connection>;
}

export const connectionKey = serviceKey<ConnectionSource>('kernel.connection');
