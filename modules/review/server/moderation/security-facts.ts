import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { counted } from '../../../../toolbox/plural.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type {
  FactsRequest,
  ShownVersion,
  VersionFacts,
} from '../../../registry/contract/version-facts.js';
import { severities } from '../../../registry/contract/scanners.js';
import type { Finding } from '../../engine/report.js';
import { VersionReport } from './version-report.entity.js';
import { VersionReports } from './version-reports.js';

/** Findings shown with a version, at most; a review of the version shows all. */
const MOST = 100;
/** Findings in the text for people. */
const MOST_LINES = 5;

type Fact = Readonly<Record<string, unknown>>;

/** What the security review found in versions. */
@injectable()
export class SecurityFacts implements VersionFacts {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(VersionReports) private readonly reports: VersionReports,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async of(request: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const { versions, whole } = request;
    const versionId = In(versions.map(({ version }) => version.id));
    const rows = await this.reads.manager.findBy(VersionReport, { versionId });
    if (!whole || rows.length === 0)
      return new Map(rows.map((row) => [row.versionId, summaryOf(row)]));
    const open = await this.#open(request);
    const facts = rows.map(async (row) => {
      const summary = summaryOf(row);
      const shown = open.has(row.versionId) ? await this.#findings(row) : {};
      return [row.versionId, { ...summary, ...shown }] as const;
    });
    return new Map(await Promise.all(facts));
  }

  async #findings(row: VersionReport): Promise<Fact> {
    const { findings } = await this.reports.read(row);
    return {
      text: [textOf(row), ...findings.slice(0, MOST_LINES).map(lineOf)].join('\n'),
      findings: findings.slice(0, MOST),
      omitted: Math.max(0, findings.length - MOST),
      ...(findings.length > 0 && { notice: noticeOf(row, findings.length) }),
    };
  }

  /** Ids of the versions whose contents the viewer may know: those of a withheld version are only for members of its workspace. */
  async #open({ versions, viewer }: FactsRequest): Promise<ReadonlySet<string>> {
    const isHidden = ({ hidden }: ShownVersion): boolean => hidden;
    const own = versions.some(isHidden) ? await this.workspaces.visibleTo(viewer) : [];
    const open = versions.filter(({ tile, hidden }) => !hidden || own.includes(tile.workspaceId));
    return new Set(open.map(({ version }) => version.id));
  }
}

const lineOf = ({ severity, title, file, line }: Finding): string =>
  `${severity.toLowerCase()}: ${title} (${file}:${line})`;

function textOf({ verdict, counts }: VersionReport): string {
  return `${verdict}, ${countsText(counts) || 'nothing found'}`;
}

/** Names the command that lists all findings; `svc info` lists only the first. */
function noticeOf({ name, semver, counts }: VersionReport, count: number): string {
  const found = `The security review has ${counted(count, 'finding')} (${countsText(counts)})`;
  return `${found}: \`svc review run security ${name}@${semver}\` shows them and how to fix them.`;
}

const countsText = (counts: VersionReport['counts']): string =>
  [...severities]
    .reverse()
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity.toLowerCase()}`)
    .join(', ');

function summaryOf(row: VersionReport): Fact {
  const { verdict, overallSeverity, counts, engine, reviewedAt } = row;
  return {
    text: textOf(row),
    verdict,
    overallSeverity,
    counts,
    engine,
    reviewedAt: reviewedAt.toISOString(),
  };
}
