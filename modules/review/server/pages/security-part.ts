import { view, type View } from '../../../web/contract/index.js';
import { severities } from '../../../registry/contract/scanners.js';
import type {
  CapabilityView,
  FindingView,
  SecurityResult,
} from '../../contract/review-run-view.js';
import { spotOf, type FileLinks } from './file-links.js';
import { capabilityHeadings, severityTones } from './words.js';

const findingsTemplate = new URL('findings.njk', import.meta.url);
const capabilitiesTemplate = new URL('capabilities.njk', import.meta.url);

type Finding = Omit<FindingView, 'suppressed' | 'engine' | 'issueDescription'> &
  Partial<Pick<FindingView, 'suppressed' | 'engine'>>;

/** What a review has found: all of it is optional but the findings. */
export interface Found {
  readonly findings: readonly Finding[];
  readonly omitted: number;
  readonly undecided?: string | null;
  readonly files?: SecurityResult['files'];
  readonly warnings?: SecurityResult['warnings'];
}

/** Findings with their reasons, and what could not be reviewed. */
export function findingsPart(found: Found, links: FileLinks): View {
  const { findings, omitted, undecided = null, files = [], warnings = [] } = found;
  const shown = findings.map((finding) => findingOf(finding, links));
  return view(findingsTemplate, {
    open: shown.filter(({ suppressed }) => suppressed === null),
    suppressed: shown.filter(({ suppressed }) => suppressed !== null),
    omitted,
    undecided,
    unread: files
      .filter(({ analysed }) => analysed === 'unread')
      .map(({ path, reason }) => ({
        spot: spotOf(links, path),
        reason: reason ?? 'It could not be read.',
      })),
    warnings: warnings.map(({ file, line, message }) => ({
      spot: spotOf(links, file, line),
      message,
    })),
  });
}

function findingOf(finding: Finding, links: FileLinks) {
  const { severity, title, code, rule, owasp, excerpt, decoded, reasoning, fix } = finding;
  return {
    severity: { text: severity.toLowerCase(), tone: severityTones[severity] },
    title,
    facts: [code, rule, owasp, ...(finding.engine === 'model' ? ['found by a model'] : [])],
    spot: spotOf(links, finding.file, finding.line),
    excerpt: decoded?.text ?? excerpt,
    hiddenBy: decoded?.steps.join(', ') ?? '',
    reasoning,
    fix,
    fingerprint: finding.fingerprint,
    suppressed: finding.suppressed ?? null,
  };
}

/** `2 critical, 1 low`; empty without any. */
export function countsText(counts: Readonly<Partial<Record<string, number>>>): string {
  return [...severities]
    .reverse()
    .flatMap((severity) => {
      const count = counts[severity] ?? 0;
      return count === 0 ? [] : [`${count} ${severity.toLowerCase()}`];
    })
    .join(', ');
}

/** What a plugin can do, by kind. */
export function capabilitiesPart(capabilities: readonly CapabilityView[], links: FileLinks): View {
  const groups = capabilityHeadings.map(([kind, heading]) => ({
    heading,
    items: capabilities
      .filter((each) => each.kind === kind)
      .map(({ value, at }) => ({
        value: value === 'dynamic' ? '' : value,
        at: at.map(({ file, line }) => spotOf(links, file, line)),
      })),
  }));
  return view(capabilitiesTemplate, { groups: groups.filter(({ items }) => items.length > 0) });
}
