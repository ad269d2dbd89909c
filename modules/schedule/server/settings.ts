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

interface NumberSetting {
  readonly name: string;
  readonly most: number;
  /** What happens without it. */
  readonly without: string;
}

const window: NumberSetting = {
  name: 'SVC_SCHEDULE_WINDOW_MINUTES',
  most: 10_080,
  without: 'it is 60',
};
const least: NumberSetting = {
  name: 'SVC_SCHEDULE_MIN_MINUTES',
  most: 1440,
  without: 'there is no limit',
};
const active: NumberSetting = {
  name: 'SVC_SCHEDULE_MAX_ACTIVE',
  most: 1_000_000,
  without: 'there is no limit',
};

/** Throws `bad_setting`. */
export function settingsFrom({ env }: Pick<HostInfo, 'env'>): ScheduleSettings {
  return {
    windowMinutes: numberOf(env['SVC_SCHEDULE_WINDOW_MINUTES'], window) ?? 60,
    leastMinutes: numberOf(env['SVC_SCHEDULE_MIN_MINUTES'], least),
    mostActive: numberOf(env['SVC_SCHEDULE_MAX_ACTIVE'], active),
  };
}

function numberOf(
  text: string | undefined,
  { name, most, without }: NumberSetting,
): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
  throw badSetting({
    name,
    why: `"${text}" is not a whole number from 1 to ${most}`,
    hint: `Without it, ${without}.`,
  });
}
