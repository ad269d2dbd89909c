export { cronOf } from './cron-of.js';
export type { CronExpression } from './expression.js';
export { readCron } from './read-cron.js';
export { timetable } from './timetable.js';
export type { Timetable } from './timetable.js';
export { comesTooLate } from './too-late.js';
export { canonicalZone } from './zones.js';
