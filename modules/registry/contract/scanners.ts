import { defineClassPoint } from 'svc-registry/kernel';
import type { PluginContents } from './plugin-format.js';

/** How bad a finding is, the mildest first. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
/** One of `severities`. */
export type Severity = (typeof severities)[number];

/** What a scan made of a version. `severity` is that of its worst finding; without findings it is left out. */
export type ScanVerdict =
  | {
      readonly verdict: 'pass';
      readonly severity?: Severity | undefined;
      /** The worst finding, for people: shown where its severity keeps a public version offline all the same. */
      readonly reason?: string | undefined;
    }
  | {
      /** The scanner's own decision, for private versions as well. */
      readonly verdict: 'block';
      readonly reason: string;
      readonly severity?: Severity | undefined;
    };

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
}

/** Scanners that moderate what is published. Without a scanner, the scan of a version is `skipped`. Server facet. */
export const scannersPoint = defineClassPoint<Scanner>('registry.scanners');
