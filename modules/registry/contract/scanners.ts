import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';
import type { PluginContents } from './plugin-format.js';

/** What a scan made of a version. */
export type ScanVerdict = { readonly verdict: 'pass' } | { readonly verdict: 'block'; readonly reason: string };

/** Judges published versions. A scan that throws counts as "no verdict reached". */
export interface Scanner {
  scan(version: { readonly versionId: string; readonly contents: PluginContents; readonly signal: AbortSignal }): Promise<ScanVerdict>;
}

/** Scanners that moderate what is published. While nobody contributes one, versions are published as `skipped`. */
export const scannersPoint = defineExtensionPoint<{ readonly summary: string }, Constructor<Scanner>>('registry.scanners');
