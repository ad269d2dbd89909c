import { onBoth } from '../moderated-world.mjs';
import { measureDueAtOnce } from './due-at-once.mjs';
import { measureOnTime } from './on-time.mjs';

/** Takes minutes, so it runs only where it is asked for by name. */
export const measureSchedules = () =>
  onBoth('schedules', async (engine, one, other) => [
    ...(await measureDueAtOnce(engine, one)),
    ...(await measureOnTime(engine, other)),
  ]);
