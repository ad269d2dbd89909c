import { inject, injectable } from 'tsyringe';
import { counted } from '../../../../toolbox/plural.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import type {
  FactsRequest,
  ShownVersion,
  VersionFacts,
} from '../../../registry/contract/version-facts.js';
import { severities } from '../../../registry/contract/scanners.js';
import type { Finding } from '../../engine/report.js';
import { VersionResultsReader, type ScanResult } from '../publishing/version-results.js';
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
    @inject(VersionResultsReader) private readonly results: VersionResultsReader,
    @inject(VersionReports) private readonly reports: VersionReports,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async of(request: FactsRequest): Promise<ReadonlyMap<string, Fact>> {
    const results = await this.results.of(request.versions);
    const scans = [...results].flatMap(([id, { scan }]) =>
      scan === undefined ? [] : [[id, scan] as const],
    );
    // what is shown of a withheld version depends on the viewer
    for (const { version, hidden } of request.versions) if (!hidden) request.lasting?.(version.id);
    if (!request.whole || scans.length === 0)
      return new Map(scans.map(([id, scan]) => [id, summaryOf(scan)]));
    const open = await this.#open(request);
    const facts = scans.map(async ([id, scan]) => {
      const shown = open.has(id) ? await this.#findings(scan) : {};
      return [id, { ...summaryOf(scan), ...shown }] as const;
    });
    return new Map(await Promise.all(facts));
  }

  async #findings(row: ScanResult): Promise<Fact> {
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

function textOf({ verdict, counts }: ScanResult): string {
  return `${verdict}, ${countsText(counts) || 'nothing found'}`;
}

/** Names the command that lists all findings; `svc info` lists only the first. */
function noticeOf({ name, semver, counts }: ScanResult, count: number): string {
  const found = `The security review has ${counted(count, 'finding')} (${countsText(counts)})`;
  return `${found}: \`svc review run security ${name}@${semver}\` shows them and how to fix them.`;
}

const countsText = (counts: ScanResult['counts']): string =>
  [...severities]
    .reverse()
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity.toLowerCase()}`)
    .join(', ');

function labelOf({ verdict, overallSeverity }: ScanResult) {
  if (verdict === 'error') return { label: 'security unread', tone: 'warn' };
  if (overallSeverity === null) return { label: 'no findings', tone: 'good' };
  const tone = severities.indexOf(overallSeverity) >= severities.indexOf('HIGH') ? 'bad' : 'warn';
  return {
    label: `findings: ${overallSeverity.toLowerCase()}`,
    tone: overallSeverity === 'LOW' ? 'plain' : tone,
  };
}

function summaryOf(row: ScanResult): Fact {
  const { verdict, overallSeverity, counts, engine, reviewedAt } = row;
  return {
    text: textOf(row),
    ...labelOf(row),
    verdict,
    overallSeverity,
    counts,
    engine,
    reviewedAt: reviewedAt.toISOString(),
  };
}
