import ignore from 'ignore';
import { withinTime } from '../../../toolbox/time-budget.js';
import type { Findings } from './findings.js';
import { IGNORE_PATH, limits } from './limits.js';
import { decodeText } from '../../../toolbox/decoded-text.js';

/**
 * Never ship, whatever `.svcignore` says: the repository's instructions for agents, and version control itself. What
 * only configures it, such as `.gitignore`, is content.
 */
export const ALWAYS_IGNORED = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.git', '.svc'];

/** Do not ship unless `.svcignore` re-includes them with `!`. */
export const DEFAULT_IGNORED = [
  'node_modules/',
  '.env*',
  '.npmrc',
  '.netrc',
  '.pypirc',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '.DS_Store',
  'Thumbs.db',
  '__pycache__/',
  '/*.tgz',
];

/** `always`: no pattern can re-include it. `default`: by the built-in list. `pattern`: by the plugin's `.svcignore`. */
export type IgnoreVerdict = 'ships' | 'always' | 'default' | 'pattern';

/** Crafted patterns can make matching slow; all paths of a plugin share this limit. */
const BUDGET_MS = 1000;

/** Decides which files of a plugin ship. */
export class IgnoreRules {
  private readonly always = ignore().add(ALWAYS_IGNORED);
  private readonly defaults = ignore({ ignorecase: false }).add(DEFAULT_IGNORED);
  private readonly all: ignore.Ignore;

  constructor(private readonly patterns = '') {
    this.all = ignore({ ignorecase: false }).add(DEFAULT_IGNORED).add(patterns);
  }

  /** The plugin's own `.svcignore`; findings report one that cannot be used. */
  static read(content: Uint8Array | undefined, findings: Findings): IgnoreRules {
    if (content === undefined) return new IgnoreRules();
    const text = content.length > limits.ignoreBytes ? undefined : decodeText(content);
    if (text !== undefined) return new IgnoreRules(text);
    findings.error(`The file must be UTF-8 text of at most ${limits.ignoreBytes} bytes.`, {
      file: IGNORE_PATH,
    });
    return new IgnoreRules();
  }

  /** A folder's path ends with `/`. */
  verdict(path: string): IgnoreVerdict {
    if (this.always.ignores(path)) return 'always';
    if (!this.all.ignores(path)) return 'ships';
    return this.defaults.ignores(path) ? 'default' : 'pattern';
  }

  /** Verdicts on many paths; `undefined` when the patterns take too long. */
  verdicts(paths: readonly string[]): ReadonlyMap<string, IgnoreVerdict> | undefined {
    const decide = (): ReadonlyMap<string, IgnoreVerdict> =>
      new Map(paths.map((path) => [path, this.verdict(path)]));
    return this.patterns.trim() === '' ? decide() : withinTime(BUDGET_MS, decide)?.value;
  }
}
