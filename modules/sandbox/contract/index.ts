import { serviceKey } from 'svc-registry/kernel';

export {
  sandboxEnded,
  sandboxFileFailed,
  sandboxFileTooLarge,
  sandboxProgramFailed,
  sandboxSettingInvalid,
  sandboxUnavailable,
} from './errors.js';

/** Why programs cannot be isolated on this machine. */
export type SandboxProblem = 'not_installed' | 'seccomp' | 'apparmor' | 'user_namespaces' | 'other';

/** Whether bubblewrap isolates programs on this machine. */
export type SandboxState =
  | { readonly works: true }
  | {
      readonly works: false;
      readonly problem: SandboxProblem;
      /** One sentence for people: what is missing, and what to do. */
      readonly message: string;
    };

/** What programs in a sandbox may use. */
export interface SandboxLimits {
  /** Size of the work folder, in bytes. */
  readonly diskBytes: number;
  /** Memory of all processes together, in bytes. */
  readonly memoryBytes: number;
  /** Processes and threads at once. */
  readonly processes: number;
}

/** How a sandbox is set up. */
export interface SandboxRequest {
  readonly limits: SandboxLimits;
  /** Hosts that programs may connect to, each as `<host>` (port 443) or `<host>:<port>`; `*.example.org` covers subdomains. All others are refused. */
  readonly hosts: readonly string[];
  /** Files and folders of this machine that appear inside, read-only. */
  readonly binds?: readonly { readonly from: string; readonly to: string }[];
  /** Programs run without isolation, in a temporary folder. The operator has to have asked for it. */
  readonly unsandboxed?: boolean;
  /** Called for each connection that is refused because its host is not allowed, with `<host>:<port>`. */
  readonly onRefused?: (host: string) => void;
  /** Ends the sandbox with everything that runs in it; what waits for it rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** One program to run in a sandbox. */
export interface SandboxCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute path inside, in the work folder. */
  readonly cwd: string;
  /** The complete environment; HOME, TMPDIR and PATH where they are left out, and the variables of the proxy, are added. Secrets go here, never into `args`. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads on stdin; default nothing. */
  readonly input?: string;
  /** Seconds after which it is killed, with everything that it has started. */
  readonly seconds: number;
  /** Receives what it writes. A promise holds further output back until it settles; it must not wait for this sandbox. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void | Promise<void>;
}

/** How a program in a sandbox ended. */
export interface SandboxExit {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Set when a limit ended it. */
  readonly limit?: 'time' | 'memory' | 'processes';
}

/** A sandbox with a work folder of its own that lasts until it is closed. */
export interface Sandbox {
  /** The work folder, as an absolute path inside. */
  readonly folder: string;
  /**
   * Commands run one after the other. What a command has started ends with it, daemons included. Throws `sandbox_program_failed` when it cannot
   * be started, `sandbox_ended` when the sandbox ends meanwhile.
   */
  run(command: SandboxCommand): Promise<SandboxExit>;
  /** Reads a regular file below the work folder; links are not followed. `undefined` when there is none. Throws `sandbox_file_too_large`, `sandbox_file_failed`. */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Writes a file below the work folder, with its folders; links are not followed. Throws `sandbox_file_failed`. */
  write(path: string, content: Uint8Array | string): Promise<void>;
  /** Ends everything that runs in it and removes the work folder. Never throws. */
  close(): Promise<void>;
}

/** Runs programs that others wrote, isolated by bubblewrap. */
export interface Sandboxes {
  /** Tries it once for each process, by running it. */
  state(): Promise<SandboxState>;
  /** The limits that the operator has set (SVC_SANDBOX_DISK_MB, …), or those of the product. Throws `sandbox_setting_invalid`. */
  limits(): SandboxLimits;
  /** Throws `sandbox_unavailable` when programs cannot be isolated here, `sandbox_setting_invalid` for a host that cannot be read. */
  open(request: SandboxRequest): Promise<Sandbox>;
}

export const sandboxesKey = serviceKey<Sandboxes>('sandbox.sandboxes');
