/** A review as SARIF 2.1.0, which code hosts and editors read. */
import type { Log, Notification, ReportingDescriptor, Result } from 'sarif';
import type { Severity } from '../../../registry/contract/scanners.js';
import type {
  FindingView,
  ReviewedFileView,
  ReviewEngine,
  SecurityResult,
} from '../../contract/review-run-view.js';

/** Results in one SARIF run, at most: code hosts refuse more. */
const MOST_RESULTS = 25_000;

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
};

/** `security-severity` as code hosts rank it: from 9.0 critical, from 7.0 high, from 4.0 medium. */
const scores: Readonly<Record<Severity, string>> = {
  CRITICAL: '9.5',
  HIGH: '8.0',
  MEDIUM: '5.5',
  LOW: '2.0',
};

/** The document of a completed security review. */
export function sarifOf(engine: ReviewEngine | null, security: SecurityResult): Log {
  const { findings, files, verdict } = security;
  const shown = findings.slice(0, MOST_RESULTS);
  const rules = rulesOf(shown);
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: engine?.name ?? 'svc',
            ...(engine && { semanticVersion: engine.version }),
            rules,
          },
        },
        automationDetails: { id: 'svc/security/' },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: verdict !== 'error',
            toolExecutionNotifications: files.filter(isUnread).map(notification),
          },
        ],
        results: shown.map((finding) => resultOf(finding, indexOf.get(finding.rule) ?? -1)),
        properties: { ruleset: engine?.ruleset, verdict },
      },
    ],
  };
}

function rulesOf(findings: readonly FindingView[]): ReportingDescriptor[] {
  const byRule = new Map<string, FindingView>();
  // the first is the worst
  for (const finding of findings) if (!byRule.has(finding.rule)) byRule.set(finding.rule, finding);
  return [...byRule.values()].map(
    ({ rule, title, reasoning, fix, code, owasp, category, severity }) => ({
      id: rule,
      name: code,
      shortDescription: { text: title },
      fullDescription: { text: reasoning },
      help: { text: fix },
      defaultConfiguration: { level: levels[severity] },
      properties: {
        tags: ['security', category, code, owasp],
        'security-severity': scores[severity],
      },
    }),
  );
}

function resultOf(finding: FindingView, ruleIndex: number): Result {
  const { rule, severity, title, reasoning, excerpt, suppressed, fingerprint } = finding;
  const { confidence, decoded, engine } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: `${title}. ${reasoning}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(finding.file) },
          region: { startLine: finding.line, snippet: { text: decoded?.text ?? excerpt } },
        },
      },
    ],
    partialFingerprints: { 'svcFinding/v1': fingerprint },
    suppressions:
      suppressed === null
        ? []
        : [{ kind: 'external', status: 'accepted', justification: suppressed.reason }],
    properties: { severity, confidence, engine },
  };
}

const isUnread = ({ analysed }: ReviewedFileView): boolean => analysed === 'unread';

const notification = ({
  path,
  reason = 'It could not be read.',
}: ReviewedFileView): Notification => ({
  level: 'error',
  message: { text: `${path} was not reviewed: ${reason}` },
  locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) } } }],
});

const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
