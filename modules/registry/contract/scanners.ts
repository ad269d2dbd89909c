import { defineClassPoint } from 'svc-registry/kernel';
import type { PluginContents } from './plugin-format.js';

/** How bad a finding is, the mildest first. */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
/** One of `severities`. */
export type Severity = (typeof severities)[number];

/** What a scan made of a version. `severity` is that of its worst finding; without findings it is left out. */
export type ScanVerdict =
  | { readonly verdict: 'pass'; readonly severity?: Severity | undefined }
  | {
      readonly verdict: 'block';
      readonly reason: string;
      readonly severity?: Severity | undefined;
    };

/** Judges published versions. A scan that throws counts as "no verdict reached". The contents of files are there until the scan has ended. */
export interface Scanner {
  scan(version: {
    readonly versionId: string;
    readonly contents: PluginContents;
    readonly signal: AbortSignal;
  }): Promise<ScanVerdict>;
}

/** Scanners that moderate what is published. Without a scanner, the scan of a version is `skipped`. Server facet. */
export const scannersPoint = defineClassPoint<Scanner>('registry.scanners');
