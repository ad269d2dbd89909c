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
  /** Absolute path of the executable file of `svc`, also while `lnk` runs, for entries that start `svc` again; `undefined` if there is no such file. */
  readonly program?: string | undefined;
  readonly log: Log;
  /** Requests to other servers, through the proxy and with the certificate authorities that the environment names. */
  readonly fetch: typeof fetch;
  /** The current time. Tests inject their own clock. */
  readonly clock: () => Date;
  /**
   * Sets this process's clock to the time that all processes sharing its database use; `clock` follows it from then on. Absent where a test
   * injects its clock.
   */
  readonly setClock?: (now: Date) => void;
  /** Ends the process, as a crash would, when a test has named this point (`<module>.<step>`); absent outside such tests. */
  readonly fault?: ((point: string) => void) | undefined;
  /** Standard input; `undefined` when it is a terminal. Left out where the host reads it itself. */
  readonly stdin?: () => AsyncIterable<Uint8Array> | undefined;
}

export const hostKey = serviceKey<HostInfo>('kernel.host');

/** The server on which operations of the server facet are called, with the caller's token. */
export interface Connection {
  /** `scheme://host[:port]`, without a path. */
  readonly origin: string;
  readonly token: string | undefined;
  /** True for a token from the environment, which a sign-in would not replace. */
  readonly fixed?: boolean;
  /** A warning to show before the token is sent, such as that others can read it on the way. Shown once per process. */
  readonly warning?: string;
}

/** Provided by the module that stores credentials. */
export interface ConnectionSource {
  current(): Promise<Connection>;
}

export const connectionKey = serviceKey<ConnectionSource>('kernel.connection');
