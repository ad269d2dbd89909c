import { serviceKey, type HostInfo } from 'svc-registry/kernel';
import { badSetting } from '../../persistence/contract/errors.js';

/** What the operator has set. */
export interface ScheduleSettings {
  /** How old a missed time may be to be made up for. */
  readonly windowMinutes: number;
  /** The least minutes between two times of a schedule; `undefined` for no limit. */
  readonly leastMinutes: number | undefined;
  /** The most active schedules of a workspace; `undefined` for no limit. */
  readonly mostActive: number | undefined;
}

export const scheduleSettingsKey = serviceKey<ScheduleSettings>('schedule.settings');

/** Throws `bad_setting`. */
export function settingsFrom({ env }: Pick<HostInfo, 'env'>): ScheduleSettings {
  const read = (name: string, most: number, without: string): number | undefined => {
    const text = env[name] ?? '';
    if (text === '') return undefined;
    const value = Number(text);
    if (/^[1-9]\d*$/.test(text) && value <= most) return value;
    throw badSetting({
      name,
      why: `"${text}" is not a whole number from 1 to ${most}`,
      hint: `Without it, ${without}.`,
    });
  };
  return {
    windowMinutes: read('SVC_SCHEDULE_WINDOW_MINUTES', 10_080, 'it is 60') ?? 60,
    leastMinutes: read('SVC_SCHEDULE_MIN_MINUTES', 1440, 'there is no limit'),
    mostActive: read('SVC_SCHEDULE_MAX_ACTIVE', 1_000_000, 'there is no limit'),
  };
}
