/** The report of the engine: plain data, the same for the same files and rules. */
import type { FileRole } from '../../registry/contract/file-roles.js';
import type { Severity } from '../../registry/contract/scanners.js';
import type { CapabilityKind, Category, Confidence } from '../contract/finding-words.js';

export {
  capabilityKinds,
  type CapabilityKind,
  type Category,
  type Confidence,
} from '../contract/finding-words.js';

/** What was found at one line of one file. */
export interface Finding {
  /** Id of the rule, such as `fetch-execute/unknown-host`. */
  readonly rule: string;
  /** Public code, such as `E005`; see the table in the module's README. */
  readonly code: string;
  /** OWASP agentic skill id, such as `AST02`. */
  readonly owasp: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly title: string;
  /** Why this is a problem here, in whole sentences. */
  readonly reasoning: string;
  /** What the author can do. */
  readonly fix: string;
  /** Path in the bundle; of an entry of an archive `<archive>!/<entry>`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** At most 200 characters around the finding, secrets masked, invisible characters written as `\u{…}`. */
  readonly excerpt: string;
  /** How the text was hidden, outermost first, such as `['base64', 'gzip']`; and what came out, masked like the excerpt. */
  readonly decoded?: { readonly steps: readonly string[]; readonly text: string };
  /** Lower-case hex: the same for the same rule, path and normalised text, wherever its line is. */
  readonly fingerprint: string;
}

/** One file of the bundle, or one entry of an archive in it. */
export interface ReviewedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in lower-case hex. */
  readonly sha256: string;
  readonly role: FileRole;
  /** `analysed`: read whole. `media`: an image, font, sound or the like, which nothing runs. `unread`: it should have been read and could not be. */
  readonly analysed: 'analysed' | 'media' | 'unread';
  /** Why it was not read. */
  readonly reason?: string;
}

/** Something that the plugin can do, with the lines that show it. */
export interface Capability {
  readonly kind: CapabilityKind;
  /** The host, binary, path, variable or name; `dynamic` when it is computed at run time. */
  readonly value: string;
  /** At most five places, in order of file and line. */
  readonly at: readonly { readonly file: string; readonly line: number }[];
}

/** The whole answer. */
export interface Report {
  /** `fail` with a CRITICAL finding, `error` when something that should have been read was not, else `pass`. */
  readonly verdict: 'pass' | 'fail' | 'error';
  /** That of the worst finding; `null` without findings. */
  readonly overallSeverity: Severity | null;
  /** Worst first, then by file, line and rule. */
  readonly findings: readonly Finding[];
  /** Findings that were left out because there were too many; 0 nearly always. */
  readonly omitted: number;
  /** In order of their paths. */
  readonly files: readonly ReviewedFile[];
  /** In order of kind and value. */
  readonly capabilities: readonly Capability[];
}
