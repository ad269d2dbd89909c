import { definedInFile } from '../contract/errors.js';
import type { Schedule } from './schedule.entity.js';
import { sourceOf } from './schedule-views.js';

/** What the file says would come back with the next synchronization. Throws `schedule_defined_in_file`. */
export function refuseDefinedInFile(schedule: Schedule, action: 'changed' | 'deleted'): void {
  const source = sourceOf(schedule);
  if (source === null) return;
  throw definedInFile({ key: source.key, file: `${source.file} of ${source.repo}`, action });
}
