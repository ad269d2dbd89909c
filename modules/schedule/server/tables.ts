import { CreateSchedules1768600000000 } from './create-schedules.js';
import { Schedule, ScheduleRun } from './schedule.entity.js';

export const entities = [Schedule, ScheduleRun];
export const migrations = [CreateSchedules1768600000000];
