import { by } from '../../../toolbox/by.js';
import type { AuditDifference, AuditDigest, AuditExportEnd } from '../contract/events.js';
import { DayDigest, lastMomentOf } from '../format/day-digest.js';
import type { DigestEntry, Entry, EventEntry } from './export-lines.js';

type Kind = AuditDifference['kind'];
type Found = Partial<Omit<AuditDifference, 'kind'>>;

interface KeptEvent {
  readonly at: number;
  readonly line: string;
  readonly when: string;
}

interface KeptDigest {
  readonly at: number;
  readonly digest: AuditDigest;
}

export const dayOf = (instant: string): string => instant.slice(0, 10);

/** A sort key for a line; the digest of a day follows all its events. */
const positionOf = (entry: EventEntry | DigestEntry): string =>
  'event' in entry ? `${entry.event.at} ${entry.event.id}` : `${lastMomentOf(entry.digest.day)} ~`;

/** Returns the epoch for an empty position. */
export const momentOf = (position: string): string =>
  position.split(' ')[0] || new Date(0).toISOString();

/** A stored export: the entries to compare, and its own defects. */
export class KeptExport {
  readonly events = new Map<string, KeptEvent>();
  readonly digests = new Map<string, KeptDigest>();
  readonly differences: AuditDifference[] = [];
  end: AuditExportEnd | undefined;
  /** Positions of the first and of the last line. */
  first = '';
  last = '';
  /** The lines of the current day, with their positions. */
  private day: { readonly name: string; readonly lines: [string, string][] } = {
    name: '',
    lines: [],
  };
  private previous: string | undefined;

  static async read(entries: AsyncIterable<Entry>): Promise<KeptExport> {
    const kept = new KeptExport();
    for await (const entry of entries) {
      if ('end' in entry) kept.addEnd(entry.end, entry.at);
      else kept.add(entry);
    }
    if (kept.end === undefined) kept.note('end', {});
    return kept;
  }

  /** When the export was made, according to the file; the epoch for an empty file. */
  get madeAt(): string {
    return this.end?.exported ?? momentOf(this.last);
  }

  /** Whether it once contained more events than now. */
  get lacksEvents(): boolean {
    return this.end !== undefined && this.end.events > this.events.size;
  }

  /** Whether the export's time range includes this moment. */
  covers(at: string): boolean {
    const { since = null, until = null } = this.end ?? {};
    const isBefore = since !== null && Date.parse(at) < Date.parse(since);
    return !isBefore && !(until !== null && Date.parse(at) > Date.parse(until));
  }

  note(kind: Kind, { line = null, what = null, at = null }: Found): void {
    // the same digest may be wrong in several ways; it is reported once
    if (
      kind !== 'digest' ||
      !this.differences.some((known) => known.kind === kind && known.what === what)
    )
      this.differences.push({ kind, line, what, at });
  }

  private add(entry: EventEntry | DigestEntry): void {
    const [position, line] = [positionOf(entry), entry.at];
    const about: Found =
      'event' in entry
        ? { line, what: entry.event.id, at: entry.event.at }
        : { line, what: entry.digest.day };
    if (this.events.has(about.what ?? '') || this.digests.has(about.what ?? '')) {
      this.note('repeated', about);
      return;
    }
    if (position < this.last) this.note('moved', about);
    if (this.first === '') this.first = position;
    this.last = position;
    if ('event' in entry) this.addEvent(entry, position);
    else this.addDigest(entry);
  }

  private addEvent({ event, at, line }: EventEntry, position: string): void {
    const name = dayOf(event.at);
    if (name !== this.day.name) this.day = { name, lines: [] };
    this.day.lines.push([position, line]);
    this.events.set(event.id, { at, line, when: event.at });
  }

  private addDigest({ digest, at }: DigestEntry): void {
    const { day, previous, removedAt } = digest;
    const isChained = (this.previous ?? previous) === previous;
    if (!isChained || (removedAt === null && this.digestOf(day, previous) !== digest.digest))
      this.note('digest', { line: at, what: day });
    this.previous = digest.digest;
    this.digests.set(day, { at, digest });
  }

  /** The digest of the day's lines. They are sorted first, because moved lines are reported as such. */
  private digestOf(day: string, previous: string): string {
    const whole = new DayDigest(previous);
    const lines =
      day === this.day.name ? this.day.lines.toSorted(by(([position]) => position)) : [];
    for (const [, line] of lines) whole.add(line);
    return whole.end();
  }

  private addEnd(end: AuditExportEnd, line: number): void {
    this.end = end;
    if (end.events !== this.events.size || end.digests !== this.digests.size)
      this.note('end', { line });
  }
}
