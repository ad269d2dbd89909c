import { lastMomentOf } from '../format/day-digest.js';

/** The position of an event in its organization's log, as text that sorts by time and then by id. */
export const positionOf = (at: Date, id: string): string => `${at.toISOString()} ${id}`;

/** Sorts before every event of the moment. */
export const startOf = (moment: string): string => new Date(moment).toISOString();

/** Sorts after every event of the moment, because ids are hexadecimal. */
export const endOf = (moment: string): string => `${startOf(moment)} ~`;

/** The day in UTC: `2026-03-01`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Sorts after every event of the day. */
export const endOfDay = (day: string): string => endOf(lastMomentOf(day));

/** The first moment after a day. */
export const dayAfter = (day: string): Date => new Date(Date.parse(lastMomentOf(day)) + 1);
