import {
  buildExtension,
  extensionsKey,
  hostKey,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { scannerMissing } from '../../contract/errors.js';
import type { PluginContents } from '../../contract/plugin-format.js';
import type { PublishTarget } from '../../contract/publish-policies.js';
import {
  scannersPoint,
  severities,
  type Scanner,
  type ScanVerdict,
  type Severity,
} from '../../contract/scanners.js';
import { storable } from '../publish/inline-texts.js';
import { PublishPolicies } from '../publish/publish-policies.js';
import { select } from '../statement.js';
import { Unpacker } from '../unpack/unpacker.js';
import type { ScanRun } from './scan-run.entity.js';

/** What the scanners and rules make of a version. Whether that still counts is known when it is written. */
export interface Verdict {
  readonly tileId: string;
  readonly versionId: string;
  /** When the scan began. */
  readonly began: Date;
  /** Whether a public version was judged. */
  readonly public: boolean;
  /** That of the worst finding. */
  readonly severity: Severity | null;
  /** Why the version is blocked; `null` if it is not. */
  readonly blocks: string | null;
}

interface JudgedVersion extends PublishTarget {
  readonly tileId: string;
  readonly archive: string;
  readonly private: boolean | number;
}

type Scanned = Parameters<Scanner['scan']>[0];

const VERSION_SQL = `SELECT t."id" AS "tileId", t."private" AS "private", t."workspace_id" AS "workspaceId", t."organization_id" AS "organizationId",
  v."archive_sha256" AS "archive" FROM "registry_versions" v JOIN "registry_tiles" t ON t."id" = v."tile_id" WHERE v."id" = ?`;

/** Runs every scanner on a version. One that blocks is enough; if one fails, there is no verdict at all. */
@injectable()
export class Judge {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(PublishPolicies) private readonly policies: PublishPolicies,
    @inject(Unpacker) private readonly unpacker: Unpacker,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** `undefined` when the version is gone. */
  async verdictOn(
    { versionId, scanners }: ScanRun,
    signal: AbortSignal,
  ): Promise<Verdict | undefined> {
    const began = this.host.clock();
    const [version] = await select<JudgedVersion>(this.database, VERSION_SQL, [versionId]);
    if (version === undefined) return undefined;
    const isPublic = !version.private;
    const archive = await this.blobs.read(version.archive);
    const worst = await this.unpacker.during(archive, { signal }, ({ contents }) =>
      this.#scan(scanners, { versionId, public: isPublic, contents, signal }),
    );
    const { tileId } = version;
    const severity = worst.severity ?? null;
    const blocks = worst.verdict === 'block' ? worst.reason : await this.#rule(version, worst);
    return {
      tileId,
      versionId,
      began,
      public: isPublic,
      severity,
      blocks: blocks === null ? null : storable(blocks),
    };
  }

  /** The worst verdict. */
  async #scan(
    scanners: readonly string[],
    version: Scanned & { readonly contents: PluginContents },
  ): Promise<ScanVerdict> {
    let worst: ScanVerdict = { verdict: 'pass' };
    for (const id of scanners) {
      version.signal.throwIfAborted();
      const verdict = await (await this.#scanner(id)).scan(version);
      if (verdict.verdict === 'block')
        return { ...verdict, severity: worse(worst, verdict).severity };
      worst = worse(worst, verdict);
    }
    return worst;
  }

  /** Why a finding keeps a public version offline that all scanners let pass; `null` when none does. */
  async #rule(target: JudgedVersion, { severity, reason }: ScanVerdict): Promise<string | null> {
    if (severity === undefined || target.private) return null;
    const rule = await this.#ruleOn(target, severity);
    if (rule === null) return null;
    const why = reason === undefined ? '' : ` ${reason}`;
    return `The scan found a problem of severity ${severity}, which ${rule}.${why}`;
  }

  async #ruleOn(target: PublishTarget, severity: Severity): Promise<string | null> {
    if (severity === 'CRITICAL') return 'no public version may have';
    return (await this.policies.blocks(target, severity)) ? 'the publish policy blocks' : null;
  }

  async #scanner(id: string): Promise<Scanner> {
    const extension = this.extensions.of(scannersPoint).find((one) => one.id === id);
    if (extension === undefined) throw scannerMissing({ id });
    return await buildExtension(extension);
  }
}

const rank = ({ severity }: ScanVerdict): number =>
  severity === undefined ? -1 : severities.indexOf(severity);

const worse = (one: ScanVerdict, other: ScanVerdict): ScanVerdict =>
  rank(other) > rank(one) ? other : one;
