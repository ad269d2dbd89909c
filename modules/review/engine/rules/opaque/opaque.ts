/** What cannot be read, or is something else than it looks like. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { Notice } from '../../files/notice.js';
import type { ReviewedFile } from '../../report.js';
import type { Check, Draft, Subject } from '../../rule.js';
import type { Unit } from '../../unit.js';
import { NOTICE_RULES, SVG_PROGRAM, UNREAD } from './rule-texts.js';

export const opaqueContent: Check = {
  rules: [...Object.values(NOTICE_RULES), SVG_PROGRAM, UNREAD],
  *check(subject) {
    for (const notice of subject.notices) yield draftOf(notice);
    const noticed = new Set(subject.notices.map(({ at }) => at.unit.file));
    for (const file of subject.files)
      if (file.analysed === 'unread' && !noticed.has(file.path))
        yield unreadDraft(file, subject.reached.has(file.path));
    yield* svgPrograms(subject);
  },
};

function draftOf({ kind, at, detail }: Notice): Draft {
  const rule = NOTICE_RULES[kind];
  const severity = severityOf(at.unit, kind);
  return { rule, at, confidence: 'high', detail, ...(severity !== undefined && { severity }) };
}

const WHEN_REACHED: Partial<Record<Notice['kind'], Severity>> = {
  'machine-code': 'CRITICAL',
  'virtual-machine-code': 'HIGH',
  mismatch: 'HIGH',
  'hidden-program': 'HIGH',
};

/** A program that instructions name is one that agents run. */
function severityOf(unit: Unit, kind: Notice['kind']): Severity | undefined {
  return unit.reached ? WHEN_REACHED[kind] : undefined;
}

/** What instructions name is meant to be opened, so what it holds counts. */
function unreadDraft({ path, role, reason = '', sha256 }: ReviewedFile, reached: boolean): Draft {
  const text = `unread, SHA-256 ${sha256}`;
  const unit: Unit = {
    file: path,
    role,
    reached,
    language: 'text',
    text,
    line: 1,
    decoded: [],
    frames: [],
  };
  const at = { unit, line: 1, text };
  const severity = reached ? 'HIGH' : /encrypted/.test(reason) ? 'MEDIUM' : 'LOW';
  return { rule: UNREAD, at, confidence: 'high', severity, detail: `Here ${reason}.` };
}

/** Scripts and handlers in pictures, as the reader of HTML finds them. */
function* svgPrograms({ units }: Subject): Generator<Draft> {
  const seen = new Set<string>();
  for (const unit of units) {
    if (unit.language !== 'javascript' || !/\.svgz?$/i.test(unit.file)) continue;
    if (unit.decoded.length > 0 || seen.has(unit.file)) continue;
    seen.add(unit.file);
    yield {
      rule: SVG_PROGRAM,
      at: { unit, line: unit.line, text: unit.text },
      confidence: 'high',
    };
  }
}
