import { serviceKey, type Caller, type ErrorIssue } from 'svc-registry/kernel';
import type { TileSummary, VersionSummary } from './located.js';
import type { ContentFile, PluginContents } from './plugin-format.js';

/** What an archive holds, whether or not it is a valid plugin. */
export interface ArchiveContents {
  /** Sorted by path. */
  readonly files: readonly ContentFile[];
  /** SHA-256 of the tar inside, in lower-case hex; the same for the same files. */
  readonly fingerprint: string;
  /** The plugin; `undefined` when the files break rules of the format. */
  readonly contents: PluginContents | undefined;
  /** The rules that they break, with file and line; empty for a valid plugin. */
  readonly problems: readonly ErrorIssue[];
}

/** What a published version holds. */
export interface VersionContents extends ArchiveContents {
  readonly tile: TileSummary;
  readonly version: VersionSummary;
}

/**
 * A published version. With `ref`, `<workspace>/<plugin>@<version>` or `…@latest`, as `caller` could download it. With `versionId`, whatever
 * moderation says and whoever may see it: for background work that judges versions.
 */
export type VersionChoice =
  { readonly ref: string; readonly caller: Caller } | { readonly versionId: string };

/**
 * Contents of versions and archives, for server code. They are unpacked in a thread of their own, within the memory that scans and publishes share:
 * calls wait while others use it. When `use` has ended, the contents of the files are no longer there; what is kept must be copied. A call within `use`
 * may wait forever.
 */
export interface ContentsReader {
  /**
   * Calls `use` with what a version holds. Throws `not_found`, also for what the caller may not see, `version_unpublished`, `moderation_hidden` (only
   * with `ref`), and the signal's reason when it is aborted before there was room.
   */
  read<T>(
    version: VersionChoice,
    signal: AbortSignal,
    use: (contents: VersionContents) => Promise<T>,
  ): Promise<T>;
  /** The same of an archive that somebody has sent. Throws an `archive_…` error when it breaks a rule of archives. */
  inspect<T>(
    archive: Uint8Array,
    signal: AbortSignal,
    use: (contents: ArchiveContents) => Promise<T>,
  ): Promise<T>;
}

/** Reads contents, for server code of modules that require `registry`. */
export const contentsKey = serviceKey<ContentsReader>('registry.contents');
