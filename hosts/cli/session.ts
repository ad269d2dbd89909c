import type { Program } from '../../kernel/manifest/manifest.js';
import type { GlobalFlags } from './globals.js';
import type { Terminal } from './terminal.js';

export interface Session {
  /** The program that runs. */
  readonly program: Program;
  /** The folder that the build wrote. */
  readonly dist: URL;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly globals: GlobalFlags;
  /** SVC_DEBUG is set: internal details are printed. */
  readonly debug: boolean;
}
