import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import type {
  AuditDigest,
  AuditDifference,
  AuditEvent,
  AuditVerification,
  SavedAudit,
} from '../contract/events.js';

export const eventsText: Renderer<Page<AuditEvent>> = ({ data, next }, style) => {
  if (data.length === 0) return 'The log has no events that match.';
  const lines = data.map(({ at, actor, operation, object, outcome, address }) => {
    const to = object === null ? '' : ` ${object.kind} ${style.bold(object.name)}`;
    const how = outcome === 'refused' ? ` ${style.red('refused')}` : '';
    return `${style.dim(style.time(at))}  ${actor.name}  ${operation}${to}${how}${address === null ? '' : style.dim(`  ${address}`)}`;
  });
  return [
    ...lines,
    ...(next === null ? [] : [style.dim('There is more: --after, or `svc audit export`.')]),
  ].join('\n');
};

export const digestsText: Renderer<Page<AuditDigest>> = ({ data }, style) =>
  data.length === 0
    ? 'No day has been closed yet.'
    : data
        .map(({ day, events, digest, removedAt }) => {
          const gone = removedAt === null ? '' : `, removed on ${style.day(removedAt)}`;
          return `${day}  ${digest}  ${counted(events, 'event')}${gone}`;
        })
        .join('\n');

export const savedText: Renderer<SavedAudit> = ({ path, events, digests }) =>
  `${path}: ${events} events, ${digests} daily digests.`;

const words: Readonly<Record<AuditDifference['kind'], string>> = {
  changed: 'is not the same on the server',
  removed: 'is missing on the server',
  inserted: 'is on the server, but not in the file',
  repeated: 'is in the file twice',
  moved: 'comes after a later line',
  digest: 'does not match its digest, or not the digest of the server',
  end: 'the file states another number of lines than it has: lines were removed or added',
};

const CUT = 'The last line of the file is missing: the file was cut off';

function differenceText({ kind, line, what, at }: AuditDifference, style: TextStyle): string {
  if (kind === 'end') return line === null ? CUT : `line ${line}: ${words.end}`;
  const position = line === null ? '' : `line ${line}: `;
  const thing = /^\d{4}-\d{2}-\d{2}$/.test(what ?? '') ? 'day' : 'event';
  return `${position}${thing} ${what}${at === null ? '' : ` of ${style.time(at)}`} ${words[kind]}`;
}

export const verificationText: Renderer<AuditVerification> = (
  { file, events, digests, expired, differences },
  style,
) => {
  const gone =
    expired === 0
      ? []
      : [
          `${expired} events are no longer on the server, which has removed them because of their age.`,
        ];
  const kept = `${events - expired} events and ${digests} daily digests of ${file} are as they were.`;
  if (differences.length === 0) return [...gone, style.green(kept)].join('\n');
  return [
    ...gone,
    ...differences.map((difference) => differenceText(difference, style)),
    style.red(`${counted(differences.length, 'difference')}.`),
  ].join('\n');
};
