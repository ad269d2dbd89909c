/** Commands and tools that need the user's folder: which workspace, which `svc.json` (registry-service.md, "Schedule"). */
import { defineListOperation, defineOperation, ExitCode } from 'svc-registry/kernel';

const inputs = () => import('./command-inputs.js');
const views = () => import('./schedule-view.js');
const local = { runsAt: 'client', access: 'local' } as const;

/** Errors: those of `createSchedule`. */
export const createCommand = defineOperation({
  ...local,
  id: 'schedule.create',
  summary: 'Create a schedule that launches a skill on workers',
  description:
    'Either --from-run repeats an earlier launch, or --skill, --repo and --environment say what is launched. It launches with your rights.',
  effect: 'write',
  input: () => inputs().then((m) => m.CreateCommandInput),
  output: () => views().then((m) => m.ScheduleListed),
  cli: {
    name: 'schedule create',
    short: { workspace: 'w' },
    omit: ['inputs'],
    examples: [
      {
        command:
          "svc schedule create --cron '0 9 * * 1-5' --timezone Europe/Berlin --skill acme/docs#changelog --repo acme/shop --environment 7d7f2c9e-5c3f-4d9c-a1be-0f5f0c6f3a52",
        text: 'On weekdays at nine',
      },
    ],
  },
  mcp: {
    name: 'schedule_create',
    title: 'Create a schedule',
    description:
      'Create a schedule that launches a skill on workers, with the rights of its creator. Either fromRun repeats an earlier launch, or skill, repo and environment say what is launched.',
    omit: ['input', 'snapshot'],
    destructive: false,
    openWorld: true,
    signIn: true,
  },
});

export const listCommand = defineListOperation({
  ...local,
  id: 'schedule.list',
  summary: 'List the schedules of a workspace',
  effect: 'read',
  input: () => inputs().then((m) => m.ListCommandInput),
  output: () => views().then((m) => m.ScheduleListed),
  cli: { name: 'schedule list', short: { workspace: 'w' } },
  mcp: {
    name: 'schedule_list',
    title: 'List the schedules of a workspace',
    omit: ['all'],
    openWorld: false,
    signIn: true,
  },
});

/** The schedules of a `svc.json` that can be used. */
export const validateCommand = defineOperation({
  ...local,
  id: 'schedule.validate',
  summary: 'Check the schedules of svc.json',
  description:
    'Names every problem with its line and column. Whether skills and environments exist, and the limits of a server, are checked by `svc schedule sync`.',
  effect: 'read',
  input: () => inputs().then((m) => m.ValidateInput),
  output: () => import('./validated.js').then((m) => m.ValidatedSchedules),
  cli: {
    name: 'schedule validate',
    exits: [{ field: 'problems', exit: ExitCode.invalid }],
  },
});

/** Errors: `schedules_invalid`, `schedule_without_repository`, and those of `syncSchedules`. */
export const syncCommand = defineOperation({
  ...local,
  id: 'schedule.sync',
  summary: 'Make the schedules of the workspace what svc.json says',
  description:
    'For the repository of this checkout. An entry that is new is created, one that is gone is deleted; one whose launch has changed is deleted and created again. A file with a problem changes nothing.',
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.SyncInput),
  output: () => views().then((m) => m.SyncedSchedules),
  cli: { name: 'schedule sync', short: { workspace: 'w' } },
});
