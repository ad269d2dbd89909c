/** Where an event stands in its organization's log: texts that sort by time, then by id. */
export const positionOf = (at: Date, id: string): string => `${at.toISOString()} ${id}`;

/** In front of every event of the moment. */
export const startOf = (moment: string): string => new Date(moment).toISOString();

/** Behind every event of the moment: ids are hexadecimal. */
export const endOf = (moment: string): string => `${startOf(moment)} ~`;

/** In UTC: `2026-03-01`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const firstMomentOf = (day: string): string => `${day}T00:00:00.000Z`;
export const lastMomentOf = (day: string): string => `${day}T23:59:59.999Z`;

/** Behind every event of the day. */
export const endOfDay = (day: string): string => endOf(lastMomentOf(day));

/** The first moment behind a day. */
export const dayAfter = (day: string): Date => new Date(Date.parse(lastMomentOf(day)) + 1);
