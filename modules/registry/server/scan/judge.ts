import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { PublishTarget } from '../../contract/publish-policies.js';
import { severities, type ScanVerdict, type Severity } from '../../contract/scanners.js';
import { bringsHooks } from '../facts/follow-latest.js';
import { PublishPolicies } from '../publish/publish-policies.js';
import { select } from '../statement.js';
import { Unpacker } from '../unpack/unpacker.js';
import { blockersOf, rankOf, type Blocker, type BlockRule } from './blockers.js';
import { Rulesets, type Rules, type ScannerRules } from './rulesets.js';
import type { ScanRun } from './scan-run.entity.js';

/** The verdict of one scanner on a version, with what blocks. */
export interface Opinion {
  readonly rules: ScannerRules;
  readonly verdict: ScanVerdict['verdict'];
  readonly severity: Severity | null;
  readonly blockers: readonly Blocker[];
}

/** The verdict of all scanners and rules on a version. Whether it still applies is decided when it is written. */
export interface Verdict {
  readonly tileId: string;
  readonly versionId: string;
  /** When the scan began. */
  readonly began: Date;
  /** Whether the plugin was public when the scan began. */
  readonly public: boolean;
  readonly rules: Rules;
  /** Severity of the worst finding; `null` without findings. */
  readonly severity: Severity | null;
  /** One opinion for each scanner. */
  readonly opinions: readonly Opinion[];
  readonly bringsHooks: boolean;
}

interface JudgedVersion extends PublishTarget {
  readonly tileId: string;
  readonly archive: string;
  readonly private: boolean | number;
}

const VERSION_SQL = `SELECT t."id" AS "tileId", t."private" AS "private", t."workspace_id" AS "workspaceId", t."organization_id" AS "organizationId",
  v."archive_sha256" AS "archive" FROM "registry_versions" v JOIN "registry_tiles" t ON t."id" = v."tile_id" WHERE v."id" = ?`;

/** Runs every scanner on a version. If one of them fails, there is no verdict. */
@injectable()
export class Judge {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(PublishPolicies) private readonly policies: PublishPolicies,
    @inject(Rulesets) private readonly rulesets: Rulesets,
    @inject(Unpacker) private readonly unpacker: Unpacker,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The verdict; `undefined` if the version no longer exists. Throws the error of a scanner that fails. */
  async verdictOn(
    { versionId, scanners }: ScanRun,
    signal: AbortSignal,
  ): Promise<Verdict | undefined> {
    const began = this.host.clock();
    const [version] = await select<JudgedVersion>(this.database, VERSION_SQL, [versionId]);
    if (version === undefined) return undefined;
    const rules = await this.rulesets.of(scanners);
    const rule = await this.#rule(version);
    const archive = await this.blobs.read(version.archive);
    const isPublic = !version.private;
    const found = await this.unpacker.during(archive, { signal }, async ({ contents }) => {
      const opinions: Opinion[] = [];
      for (const each of rules.scanners) {
        signal.throwIfAborted();
        const scanner = await this.rulesets.scanner(each.scanner);
        const verdict = await scanner.scan({ versionId, public: isPublic, contents, signal });
        opinions.push(opinionOf(verdict, each, rule));
      }
      return { opinions, bringsHooks: bringsHooks(contents) };
    });
    const { tileId } = version;
    return {
      tileId,
      versionId,
      began,
      public: isPublic,
      rules,
      severity: worst(found.opinions),
      ...found,
    };
  }

  /** The severities that block although the scanners let the version pass: of a public version CRITICAL and those of the publish policy. */
  async #rule(target: JudgedVersion): Promise<BlockRule> {
    if (target.private) return () => null;
    const reasons = new Map<Severity, string>([['CRITICAL', 'no public version may have']]);
    for (const severity of severities)
      if (!reasons.has(severity) && (await this.policies.blocks(target, severity)))
        reasons.set(severity, 'the publish policy blocks');
    return (severity) => reasons.get(severity) ?? null;
  }
}

/** The severity is the one that the scanner reports or that of its worst finding, whichever is worse. */
function opinionOf(verdict: ScanVerdict, rules: ScannerRules, rule: BlockRule): Opinion {
  const { severity, findings = [] } = verdict;
  const found = [severity, ...findings.map((finding) => finding.severity)];
  const blockers = blockersOf(verdict, rule);
  return { rules, verdict: verdict.verdict, severity: worstOf(found), blockers };
}

const worst = (opinions: readonly Opinion[]): Severity | null =>
  worstOf(opinions.map(({ severity }) => severity ?? undefined));

const worstOf = (found: readonly (Severity | undefined)[]): Severity | null =>
  found.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one), undefined) ?? null;
