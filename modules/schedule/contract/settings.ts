import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_SCHEDULE_WINDOW_MINUTES', {
    side: 'server',
    default: '60',
    summary:
      'Minutes, 1 to 10080: of the times of a schedule that passed while no server ran, the latest one is made up for if it is no older',
  }),
  contribute(settingsPoint, 'SVC_SCHEDULE_MIN_MINUTES', {
    side: 'server',
    summary:
      'Minutes, 1 to 1440, that must lie between two times of a schedule; schedules that exist stay as they are. Without it there is no limit',
  }),
  contribute(settingsPoint, 'SVC_SCHEDULE_MAX_ACTIVE', {
    side: 'server',
    summary:
      'How many schedules of a workspace may be active at once. Without it there is no limit',
  }),
];
