import { randomUUID } from 'node:crypto';
import type { Caller } from 'svc-registry/kernel';
import { storable } from '../../../../toolbox/storable.js';
import type { PluginContents } from '../../contract/plugin-format.js';
import type { ModerationStatus } from '../../contract/version-view.js';
import type { BlobRef } from '../../../persistence/contract/blob-store.js';
import type { FileEntity } from '../entities/file.entity.js';
import type { VersionEntity } from '../entities/version.entity.js';
import { linksOf } from '../search/links.js';
import { isPrerelease, precedenceOf, sortKey } from '../version-order.js';
import { inlineDocs, inlineReadme, inlineSteering } from './inline-texts.js';

/** A checked archive whose contents are durable. */
export interface Upload {
  readonly contents: PluginContents;
  readonly fingerprint: string;
  readonly archive: BlobRef;
  /** In the order of `contents.files`. */
  readonly files: readonly BlobRef[];
}

export interface Publication {
  readonly upload: Upload;
  readonly caller: Caller;
  readonly now: Date;
  /** The source's commit. */
  readonly commit: string | null;
  /** The moderation status of the new version. */
  readonly state: ModerationStatus;
}

export function versionRow(
  tileId: string,
  { upload, caller, now, commit, state }: Publication,
): VersionEntity {
  const { contents, fingerprint, archive } = upload;
  const { version, description } = contents.manifest;
  return {
    id: randomUUID(),
    tileId,
    semver: version,
    precedence: precedenceOf(version),
    sortKey: sortKey(version),
    prerelease: isPrerelease(version),
    description: storable(description),
    fingerprint,
    archiveSha256: archive.sha256,
    archiveSize: archive.size,
    fileCount: contents.files.length,
    skills: contents.skills.map(({ name, description: text, path }) => ({
      name: storable(name),
      description: storable(text),
      path,
    })),
    rules: contents.rules.map(({ name, path }) => ({ name, path })),
    links: linksOf(contents.manifest).map(storable),
    readme: inlineReadme(contents),
    docs: inlineDocs(contents),
    steering: inlineSteering(contents),
    commit,
    state,
    version: 1,
    moderationError: null,
    severity: null,
    judgedAt: null,
    judgedBy: null,
    clearance: null,
    publishedBy: caller.id,
    publishedAt: now,
    archivedAt: null,
    archivedReason: null,
  };
}

export function fileRows(versionId: string, { contents, files }: Upload): FileEntity[] {
  return contents.files.flatMap(({ path, mode }, at) => {
    const blob = files[at];
    return blob === undefined
      ? []
      : [{ versionId, path, sha256: blob.sha256, size: blob.size, executable: mode === 0o755 }];
  });
}
