/** How rules are declared and what they see. */
import type { Severity } from '../../registry/contract/scanners.js';
import type { DataNode } from './data-node.js';
import type { Fact, Link, Prose } from './facts.js';
import type { Category, Confidence, ReviewedFile } from './report.js';
import type { Notice } from './files/notice.js';
import type { At, Unit } from './unit.js';

/** The texts and codes of a rule, as shown in findings, in SARIF and in the reference. */
export interface RuleText {
  /** `<category>/<name>`. */
  readonly id: string;
  readonly category: Category;
  /** Public code: see the README of the module. */
  readonly code: string;
  /** OWASP agentic skill id. */
  readonly owasp: string;
  /** The usual severity. */
  readonly severity: Severity;
  readonly title: string;
  readonly reasoning: string;
  readonly fix: string;
}

/** A finding before its severity is adjusted to its context. */
export interface Draft {
  readonly rule: RuleText;
  readonly at: At;
  readonly confidence: Confidence;
  /** Where it differs from the rule's. */
  readonly severity?: Severity;
  /** A sentence after the rule's reasoning that names what was seen. */
  readonly detail?: string;
  /** Set for what must stay as severe in tests, documentation and warned-of examples, such as a private key. */
  readonly absolute?: boolean;
  /** Set where the span is a secret and nothing else: no finding of its file shows it. */
  readonly secret?: boolean;
}

/** A parsed file of data. */
export interface ParsedFile {
  readonly unit: Unit;
  readonly value: DataNode;
}

/** The whole bundle as it was read. */
export interface Subject {
  readonly files: readonly ReviewedFile[];
  /** Paths of files that instructions lead to. */
  readonly reached: ReadonlySet<string>;
  /** Each readable file whole; the first of `units`. */
  readonly texts: readonly Unit[];
  /** What was noticed in the bytes of files and in decoded data. */
  readonly notices: readonly Notice[];
  /** Files as they are and all that was found inside them. */
  readonly units: readonly Unit[];
  readonly facts: readonly Fact[];
  readonly prose: readonly Prose[];
  readonly links: readonly Link[];
  readonly parsed: readonly ParsedFile[];
}

/** A rule, or several that share their work. */
export interface Check {
  readonly rules: readonly RuleText[];
  check(subject: Subject): Iterable<Draft> | Promise<Iterable<Draft>>;
}
