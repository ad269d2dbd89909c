/**
 * Operations on schedules that run on the server; the commands and tools of one schedule are these. They need the role member in the workspace, or its API key
 * (registry-service.md, "Schedule" and "States and transitions").
 */
import {
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { may, ofWorkspace } from './access.js';

const inputs = () => import('./schedule-inputs.js');
const views = () => import('./schedule-view.js');
const view = () => views().then((m) => m.ScheduleView);
const listed = () => views().then((m) => m.ScheduleListed);
const path = '/experimental/schedules';
const server = { runsAt: 'server' } as const;
const one = { positionals: ['id'] } as const;

/**
 * Creates an active schedule. Errors: `invalid_input`, which names all fields that are missing; `cron_invalid`, `schedule_too_frequent`, `too_many_schedules`;
 * those of a launch, such as `not_found`, `agent_key_missing`.
 */
export const createSchedule = defineOperation({
  ...server,
  id: 'schedule.createSchedule',
  summary: 'Create a schedule',
  effect: 'write',
  limits: ['schedule'],
  access: ofWorkspace('schedule:edit'),
  input: () => inputs().then((m) => m.CreateScheduleInput),
  output: listed,
  http: { method: 'POST', path, tag: 'experimental', status: 201 },
});

/** Newest first. */
export const listSchedules = defineListOperation({
  ...server,
  id: 'schedule.listSchedules',
  summary: 'List the schedules of a workspace',
  effect: 'read',
  access: ofWorkspace('schedule:read'),
  input: () => inputs().then((m) => m.ListSchedulesInput),
  output: listed,
  http: {
    method: 'GET',
    path,
    tag: 'experimental',
    query: { ...pageQuery, status: 'filter[status]' },
  },
});

export const viewSchedule = defineOperation({
  ...server,
  id: 'schedule.view',
  summary: 'Show a schedule',
  effect: 'read',
  access: may('schedule:read'),
  input: () => inputs().then((m) => m.ScheduleRef),
  output: view,
  cli: { ...one, name: 'schedule view' },
  mcp: { name: 'schedule_view', title: 'Show a schedule', openWorld: false },
  http: { method: 'GET', path: `${path}/:id`, tag: 'experimental' },
});

/** Newest first, without a cursor (registry-service.md, "Limits"). */
export const scheduleRuns = defineListOperation({
  ...server,
  id: 'schedule.runs',
  summary: 'List the launches that a schedule has begun',
  effect: 'read',
  access: may('schedule:read'),
  input: () => inputs().then((m) => m.ScheduleRunsInput),
  output: () => views().then((m) => m.ScheduleRunView),
  cli: { ...one, name: 'schedule runs' },
  mcp: { name: 'schedule_runs', title: 'List the launches of a schedule', openWorld: false },
  http: { method: 'GET', path: `${path}/:id/runs`, tag: 'experimental' },
});

/** One that is paused stays as it is. */
export const pauseSchedule = defineOperation({
  ...server,
  id: 'schedule.pause',
  summary: 'Pause a schedule',
  description: 'It starts no launches until it is resumed. Times that pass are not made up for.',
  effect: 'write',
  idempotent: true,
  access: may('schedule:edit'),
  input: () => inputs().then((m) => m.ScheduleRef),
  output: listed,
  cli: { ...one, name: 'schedule pause' },
  mcp: { name: 'schedule_pause', title: 'Pause a schedule', destructive: false, openWorld: false },
  http: { method: 'POST', path: `${path}/:id/pause`, tag: 'experimental' },
});

/** One that is active stays as it is. Errors: `too_many_schedules`, and those of a launch that the caller could not start. */
export const resumeSchedule = defineOperation({
  ...server,
  id: 'schedule.resume',
  summary: 'Resume a paused schedule',
  description: 'From then on it launches with the rights of the person or API key that resumed it.',
  effect: 'write',
  idempotent: true,
  access: may('schedule:edit'),
  input: () => inputs().then((m) => m.ScheduleRef),
  output: listed,
  cli: { ...one, name: 'schedule resume' },
  mcp: {
    name: 'schedule_resume',
    title: 'Resume a schedule',
    destructive: false,
    openWorld: false,
  },
  http: { method: 'POST', path: `${path}/:id/resume`, tag: 'experimental' },
});

/** Errors: those of `launch.start`. */
export const triggerSchedule = defineOperation({
  ...server,
  id: 'schedule.trigger',
  summary: 'Launch now what a schedule launches',
  description:
    'In every state. The launch has your rights. The state and the times of the schedule do not change.',
  effect: 'write',
  limits: ['schedule', 'launch', 'launch-workspace'],
  access: may('schedule:edit'),
  input: () => inputs().then((m) => m.ScheduleRef),
  output: () => views().then((m) => m.TriggeredSchedule),
  cli: { ...one, name: 'schedule trigger' },
  mcp: {
    name: 'schedule_trigger',
    title: 'Launch a schedule now',
    destructive: false,
    openWorld: true,
  },
  http: { method: 'POST', path: `${path}/:id/trigger`, tag: 'experimental' },
});

/** Errors: `invalid_input` without a change, `cron_invalid`, `schedule_too_frequent`, `schedule_defined_in_file`. */
export const updateSchedule = defineOperation({
  ...server,
  id: 'schedule.update',
  summary: 'Change the times, the time zone or the label of a schedule',
  description:
    'Give at least one. What a schedule launches cannot change: delete it and create it again.',
  effect: 'write',
  idempotent: true,
  access: may('schedule:edit'),
  input: () => inputs().then((m) => m.UpdateScheduleInput),
  output: listed,
  cli: { ...one, name: 'schedule update' },
  mcp: {
    name: 'schedule_update',
    title: 'Change a schedule',
    description:
      'Change the times, the time zone or the label of a schedule: at least one. What it launches cannot change: delete it and create it again.',
    destructive: true,
    openWorld: false,
  },
  http: { method: 'PATCH', path: `${path}/:id`, tag: 'experimental' },
});

/** Launches that it has begun stay. Errors: `schedule_defined_in_file`. */
export const deleteSchedule = defineCommand({
  ...server,
  id: 'schedule.delete',
  summary: 'Delete a schedule',
  description: 'This cannot be undone. Launches that it has begun stay.',
  effect: 'write',
  access: may('schedule:edit'),
  input: () => inputs().then((m) => m.ScheduleRef),
  cli: { ...one, name: 'schedule delete' },
  mcp: { name: 'schedule_delete', title: 'Delete a schedule', destructive: true, openWorld: false },
  http: { method: 'DELETE', path: `${path}/:id`, tag: 'experimental' },
});

/** All or nothing: one entry that cannot be used, and nothing changes. Errors: those of `createSchedule`, with the key of the entry. */
export const syncSchedules = defineOperation({
  ...server,
  id: 'schedule.syncSchedules',
  summary: 'Make the schedules of a svc.json what the file says',
  effect: 'write',
  idempotent: true,
  limits: ['schedule'],
  access: ofWorkspace('schedule:edit'),
  input: () => inputs().then((m) => m.SyncSchedulesInput),
  output: () => views().then((m) => m.SyncedSchedules),
  http: { method: 'PUT', path: `${path}/of-file`, tag: 'experimental' },
});
