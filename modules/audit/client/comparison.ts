import type { AuditDigest, AuditEvent } from '../contract/events.js';
import type { Entry } from './export-lines.js';
import { firstMomentOf, lastMomentOf } from '../format/day-digest.js';
import { dayOf, type KeptExport } from './kept-export.js';

/**
 * Compares an exported file with the server's current log for whole days and records each difference. Returns the
 * number of events that were removed because of their age.
 */
export class Comparison {
  private readonly missing: Map<string, { readonly at: number; readonly when: string }>;
  private readonly unseenDays: Set<string>;
  private readonly removedDays = new Set<string>();
  private readonly lastDay: string;

  constructor(private readonly kept: KeptExport) {
    this.missing = new Map(kept.events);
    this.unseenDays = new Set(kept.digests.keys());
    this.lastDay = [...kept.digests.keys()].at(-1) ?? '';
  }

  async with(server: AsyncIterable<Entry>): Promise<number> {
    for await (const entry of server) {
      if ('event' in entry) this.compareEvent(entry.event, entry.line);
      if ('digest' in entry) this.compareDigest(entry.digest);
    }
    let expired = 0;
    for (const [what, { at: line, when: at }] of this.missing) {
      if (this.removedDays.has(dayOf(at))) expired += 1;
      else this.kept.note('removed', { line, what, at });
    }
    for (const what of this.unseenDays)
      this.kept.note('digest', { line: this.kept.digests.get(what)?.at ?? null, what });
    return expired;
  }

  private compareEvent({ id: what, at }: AuditEvent, line: string): void {
    const known = this.kept.events.get(what);
    this.missing.delete(what);
    if (known === undefined) {
      if (this.kept.covers(at)) this.compareUnknown(what, at);
    } else if (known.line !== line)
      this.kept.note('changed', { line: known.at, what, at: known.when });
  }

  /**
   * A day that was open at the time of the export may have gained events since. They count as inserted only if the file
   * has lost lines, because they may be those.
   */
  private compareUnknown(what: string, at: string): void {
    if (dayOf(at) <= this.lastDay || (this.kept.lacksEvents && at <= this.kept.madeAt))
      this.kept.note('inserted', { what, at });
  }

  private compareDigest(theirs: AuditDigest): void {
    const { day, removedAt } = theirs;
    if (removedAt !== null) this.removedDays.add(day);
    this.unseenDays.delete(day);
    const mine = this.kept.digests.get(day);
    const isSame =
      mine === undefined ? day > this.lastDay || !this.isWhole(day) : areSame(mine.digest, theirs);
    if (!isSame) this.kept.note('digest', { line: mine?.at ?? null, what: day });
  }

  /** Whether the export covers the whole day; for a part of a day it has no digest. */
  private isWhole(day: string): boolean {
    return this.kept.covers(firstMomentOf(day)) && this.kept.covers(lastMomentOf(day));
  }
}

/** Whether the digests match. A day that the server still has cannot have been removed because of its age. */
const areSame = (mine: AuditDigest, theirs: AuditDigest): boolean =>
  mine.digest === theirs.digest &&
  mine.previous === theirs.previous &&
  mine.events === theirs.events &&
  (mine.removedAt === null || theirs.removedAt !== null);
