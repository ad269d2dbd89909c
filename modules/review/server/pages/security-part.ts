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
  const isOpen = ({ suppressed = null }: Finding): boolean => suppressed === null;
  return view(findingsTemplate, {
    open: sameFindings(findings.filter(isOpen)).map((same) => findingOf(same, links)),
    suppressed: findings
      .filter((finding) => !isOpen(finding))
      .map((finding) => ({ ...findingOf([finding], links), suppressed: finding.suppressed })),
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

type Same = readonly [Finding, ...Finding[]];

/** Findings that differ in their places only, in the order of the first of each. */
function sameFindings(findings: readonly Finding[]): readonly Same[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { severity, title, rule, reasoning, fix, engine } = finding;
    const key = JSON.stringify([severity, title, rule, reasoning, fix, engine]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

/** Places of a finding that are shown at once; the others can be opened. */
const FIRST_PLACES = 3;

function findingOf(same: Same, links: FileLinks) {
  const [{ severity, title, code, rule, owasp, reasoning, fix, engine }] = same;
  const places = same.map((finding) => placeOf(finding, links));
  return {
    severity: { text: severity.toLowerCase(), tone: severityTones[severity] },
    title,
    facts: [code, rule, owasp, ...(engine === 'model' ? ['found by a model'] : [])],
    reasoning,
    fix,
    places: places.slice(0, FIRST_PLACES),
    more: places.slice(FIRST_PLACES),
  };
}

const placeOf = ({ file, line, excerpt, decoded, fingerprint }: Finding, links: FileLinks) => ({
  spot: spotOf(links, file, line),
  excerpt: decoded?.text ?? excerpt,
  hiddenBy: decoded?.steps.join(', ') ?? '',
  fingerprint,
});

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
