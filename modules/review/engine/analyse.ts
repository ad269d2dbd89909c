/** The security review of a bundle: pure, offline, and the same answer each time. */
import type { FileRole } from '../../registry/contract/file-roles.js';
import { capabilitiesOf } from './capabilities.js';
import { openFiles } from './files/open-files.js';
import { reportOf } from './findings.js';
import { readUnits } from './read-units.js';
import type { Report } from './report.js';
import type { Check, Draft } from './rule.js';
import { newCapabilityDrafts, type Release } from './rules/manifest/new-capability.js';
import { builtInChecks } from './rules/index.js';

/** A file as it ships. */
export interface BundleFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly mode: number;
  readonly content: Uint8Array;
  readonly role: FileRole;
}

export interface AnalyseOptions {
  /** The checks of the operator's rules. */
  readonly checks?: readonly Check[];
  /** The release and the one before it; new capabilities in a patch release are findings. */
  readonly release?: Release | undefined;
}

/** Reviews a bundle. Throws only because of a bug in the engine or when memory runs out. */
export async function analyse(
  files: readonly BundleFile[],
  { checks = [], release }: AnalyseOptions = {},
): Promise<Report> {
  const subject = await readUnits(await openFiles(files));
  const drafts: Draft[] = [];
  for (const rules of [...builtInChecks, ...checks])
    for (const draft of await rules.check(subject)) drafts.push(draft);
  const capabilities = capabilitiesOf(subject);
  if (release !== undefined) drafts.push(...newCapabilityDrafts(subject, capabilities, release));
  return reportOf({ drafts, files: subject.files, capabilities });
}
