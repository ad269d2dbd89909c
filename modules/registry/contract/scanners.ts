import { defineClassPoint } from 'svc-registry/kernel';
import type { PluginContents } from './plugin-format.js';

/** How bad a finding is, the mildest first. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
/** One of `severities`. */
export type Severity = (typeof severities)[number];

/** One thing that a scan found. */
export interface ScanFinding {
  /** The same in later scans, also by newer rules, as long as the same is found in the same file: the operator lifts blocks by it. */
  readonly fingerprint: string;
  readonly severity: Severity;
  /** What was found, in a few words. */
  readonly title: string;
  /** The rule that found it. */
  readonly rule?: string | undefined;
  /** Relative to the plugin's root. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
}

interface Findings {
  /** The worst first; only those that could keep a version offline have to be here. Without them, `reason` stands for one. */
  readonly findings?: readonly ScanFinding[] | undefined;
  /** What the author can do, in a sentence that names a command. Shown with what blocks. */
  readonly advice?: string | undefined;
}

/** What a scan made of a version. `severity` is that of its worst finding; without findings it is left out. */
export type ScanVerdict =
  | (Findings & {
      readonly verdict: 'pass';
      readonly severity?: Severity | undefined;
      /** The worst finding, for people: shown where its severity keeps a public version offline all the same. */
      readonly reason?: string | undefined;
    })
  | (Findings & {
      /** The scanner's own decision, for private versions as well. */
      readonly verdict: 'block';
      readonly reason: string;
      readonly severity?: Severity | undefined;
    });

/** What a scanner judges by. */
export interface Ruleset {
  /** The program and its version. */
  readonly engine: string;
  /** Id of the rules: another one has every version judged again. */
  readonly ruleset: string;
}

/**
 * Judges published versions, and the same version again later. A finding of severity CRITICAL keeps a public version offline, and so does
 * one that the publish policy of the organization blocks; on a private one it is only recorded. A scan that throws counts as "no verdict
 * reached". The contents of files are there until the scan has ended.
 */
export interface Scanner {
  scan(version: {
    readonly versionId: string;
    /** Whether everybody may see the plugin. A verdict on a private one does not count if it becomes public meanwhile. */
    readonly public: boolean;
    readonly contents: PluginContents;
    readonly signal: AbortSignal;
  }): Promise<ScanVerdict>;
  /** The same as long as the process lives. Without it, versions are judged again only when a scanner is added or removed. */
  ruleset?(): Promise<Ruleset>;
}

/** Scanners that moderate what is published. Without a scanner, the scan of a version is `skipped`. Server facet. */
export const scannersPoint = defineClassPoint<Scanner>('registry.scanners');
