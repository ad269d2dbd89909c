import type { Page, Renderer } from 'svc-registry/kernel';
import type { AuditDigest, AuditDifference, AuditEvent, AuditVerification, SavedAudit } from '../contract/events.js';

const second = (instant: string): string => instant.slice(0, 19).replace('T', ' ');

export const eventsText: Renderer<Page<AuditEvent>> = ({ data, next }, style) => {
  if (data.length === 0) return 'Nothing is written down that fits.';
  const lines = data.map(({ at, actor, operation, object, outcome, address }) => {
    const to = object === null ? '' : ` ${object.kind} ${style.bold(object.name)}`;
    const how = outcome === 'refused' ? ` ${style.red('refused')}` : '';
    return `${style.dim(second(at))}  ${actor.name}  ${operation}${to}${how}${address === null ? '' : style.dim(`  ${address}`)}`;
  });
  return [...lines, ...(next === null ? [] : [style.dim('There is more: --after, or `svc audit export`.')])].join('\n');
};

export const digestsText: Renderer<Page<AuditDigest>> = ({ data }) =>
  data.length === 0
    ? 'No day is over yet.'
    : data.map(({ day, events, digest }) => `${day}  ${digest}  ${events} ${events === 1 ? 'event' : 'events'}`).join('\n');

export const savedText: Renderer<SavedAudit> = ({ path, events, digests }) => `${path}: ${events} events, ${digests} daily digests.`;

const words: Readonly<Record<AuditDifference['kind'], string>> = {
  changed: 'is not the same on the server',
  removed: 'is missing on the server',
  inserted: 'is on the server, but not in the file',
  digest: 'does not have the digest that the file says',
};

export const verificationText: Renderer<AuditVerification> = ({ file, events, digests, differences }, style) => {
  if (differences.length === 0) return style.green(`${events} events and ${digests} daily digests of ${file} are as they were.`);
  const lines = differences.map(({ kind, line, what, at }) => {
    const place = line === null ? '' : `line ${line}: `;
    return `${place}${kind === 'digest' ? 'day' : 'event'} ${what}${at === null ? '' : ` of ${second(at)}`} ${words[kind]}`;
  });
  return [...lines, style.red(`${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}.`)].join('\n');
};
