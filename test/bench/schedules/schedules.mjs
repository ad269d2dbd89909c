import { onBoth } from '../moderated-world.mjs';
import { measureDueAtOnce } from './due-at-once.mjs';

/** Takes minutes, so it runs only where it is asked for by name. */
export const measureSchedules = () => onBoth('schedules', measureDueAtOnce);
