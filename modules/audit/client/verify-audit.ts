import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { digestInput } from '../contract/digest.js';
import { exportUnreadable } from '../contract/errors.js';
import type { AuditDifference, AuditVerification, VerifyAuditInput } from '../contract/events.js';
import { exportAuditEvents } from '../contract/operations.js';
import { entriesOf, linesOf, type Entry } from './export-lines.js';

type EventEntry = Extract<Entry, { event: object }>;

const isEvent = (entry: Entry): entry is EventEntry => entry.event !== undefined;
const dayOf = ({ event }: EventEntry): string => event.at.slice(0, 10);

async function all(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

function linesByDay(events: readonly EventEntry[]): ReadonlyMap<string, string[]> {
  const days = new Map<string, string[]>();
  for (const event of events) {
    const lines = days.get(dayOf(event)) ?? [];
    lines.push(event.line);
    days.set(dayOf(event), lines);
  }
  return days;
}

/** Days of a file whose lines do not come to their digest, or that are not chained to the day before. */
export function brokenDigests(entries: readonly Entry[]): AuditDifference[] {
  const broken: AuditDifference[] = [];
  const days = linesByDay(entries.filter(isEvent));
  let before: string | undefined;
  for (const { at, day } of entries) {
    if (day === undefined) continue;
    const lines = days.get(day.day) ?? [];
    const digest = createHash('sha256').update(digestInput(day.previous, lines)).digest('hex');
    if (digest !== day.digest || (before ?? day.previous) !== day.previous)
      broken.push({ kind: 'digest', line: at, what: day.day, at: null });
    before = day.digest;
  }
  return broken;
}

const byName = (entries: readonly Entry[]): ReadonlyMap<string, Entry> =>
  new Map(entries.map((entry) => [entry.event?.id ?? entry.day?.day ?? '', entry]));

/** What is not on the server as it is in the file, and what the server has between the file's first and last event besides. */
export function differences(file: readonly Entry[], server: readonly Entry[]): AuditDifference[] {
  const [mine, theirs] = [byName(file), byName(server)];
  const found: AuditDifference[] = [];
  for (const [what, { at: line, line: text, event }] of mine) {
    const other = theirs.get(what);
    if (other?.line === text) continue;
    const kind = other === undefined ? 'removed' : 'changed';
    found.push({ kind: event === undefined ? 'digest' : kind, line, what, at: event?.at ?? null });
  }
  const inserted = [...theirs].filter(([what, { event }]) => event !== undefined && !mine.has(what));
  found.push(...inserted.map(([what, { event }]) => ({ kind: 'inserted' as const, line: null, what, at: event?.at ?? null })));
  return found;
}

@injectable()
export class VerifyAuditHandler implements Handler<VerifyAuditInput, AuditVerification> {
  async run({ file, organization }: VerifyAuditInput, context: Context): Promise<AuditVerification> {
    const path = resolve(context.cwd, file);
    const entries = await this.read(path);
    const events = entries.filter(isEvent);
    const [first, last] = [events[0], events.at(-1)];
    const counts = { file: path, events: events.length, digests: entries.length - events.length };
    if (first === undefined || last === undefined) return { ...counts, differences: brokenDigests(entries) };
    // whole days, so that their digests come along
    const range = { since: `${dayOf(first)}T00:00:00.000Z`, until: `${dayOf(last)}T23:59:59.999Z` };
    const { body } = await context.invoke(exportAuditEvents, { organization, ...range });
    const server = await all(entriesOf(linesOf(body), 'the answer of the server'));
    const covered = server.filter((entry) => !isEvent(entry) || (entry.event.at >= first.event.at && entry.event.at <= last.event.at));
    return { ...counts, differences: [...brokenDigests(entries), ...differences(entries, covered)] };
  }

  private async read(path: string): Promise<readonly Entry[]> {
    try {
      return await all(entriesOf(linesOf(createReadStream(path)), path));
    } catch (error) {
      const { code, syscall, message } = error as NodeJS.ErrnoException;
      if (syscall === undefined) throw error;
      throw exportUnreadable({ file: path, why: code === 'ENOENT' ? 'there is no such file' : message }, { cause: error });
    }
  }
}
