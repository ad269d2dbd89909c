/**
 * Operations on tasks (registry-service.md, "HTTP API"): a skill that may ask a person and goes on with the answer. They need the role member in the workspace, or
 * its API key.
 */
import { defineListOperation, defineOperation, pageQuery } from 'svc-registry/kernel';
import { may, ofWorkspace } from './access.js';

const inputs = () => import('./task-inputs.js');
const views = () => import('./task-view.js');
const view = () => views().then((m) => m.TaskView);
const path = '/experimental/tasks';
const server = { runsAt: 'server' } as const;
const tag = 'experimental';
const eventsQuery = {
  limit: pageQuery.pageSize,
  after: pageQuery.after,
  before: pageQuery.before,
  afterNumber: 'after',
} as const;

/** Answers 201 also for a task that `idempotencyKey` names already; then `created` is false and nothing begins. Errors: those of `launch.start`. */
export const createTask = defineOperation({
  ...server,
  id: 'task.create',
  summary: 'Create a task: launch a skill that may ask a person',
  effect: 'write',
  limits: ['task', 'launch', 'launch-workspace'],
  access: ofWorkspace('task:run'),
  input: () => inputs().then((m) => m.CreateTaskInput),
  output: () => views().then((m) => m.CreatedTask),
  http: { method: 'POST', path, tag, status: 201 },
});

/** Newest first. */
export const listTasks = defineListOperation({
  ...server,
  id: 'task.list',
  summary: 'List the tasks of a workspace',
  effect: 'read',
  access: ofWorkspace('task:read'),
  input: () => inputs().then((m) => m.ListTasksInput),
  output: view,
  http: { method: 'GET', path, tag, query: { ...pageQuery, status: 'filter[status]' } },
});

/** The newest one, if several have the link. Errors: `not_found`. */
export const findTaskByLink = defineOperation({
  ...server,
  id: 'task.findByLink',
  summary: 'Find the task that belongs to something',
  effect: 'read',
  access: ofWorkspace('task:read'),
  input: () => inputs().then((m) => m.TaskByLinkInput),
  output: view,
  http: { method: 'GET', path: `${path}/by-link`, tag, query: { workspace: 'workspaceName' } },
});

export const showTask = defineOperation({
  ...server,
  id: 'task.show',
  summary: 'Show a task',
  effect: 'read',
  access: may('task:read'),
  input: () => inputs().then((m) => m.TaskRef),
  output: view,
  http: { method: 'GET', path: `${path}/:id`, tag },
});

/** In the order of the turns. */
export const listTaskRuns = defineListOperation({
  ...server,
  id: 'task.runs',
  summary: 'List the turns of a task',
  effect: 'read',
  access: may('task:read'),
  input: () => inputs().then((m) => m.TaskRunsInput),
  output: () => views().then((m) => m.TaskRunView),
  http: { method: 'GET', path: `${path}/:id/runs`, tag, query: pageQuery },
});

/** In the order in which they happened. */
export const listTaskEvents = defineListOperation({
  ...server,
  id: 'task.events',
  summary: 'List what has happened to a task',
  effect: 'read',
  access: may('task:read'),
  input: () => inputs().then((m) => m.TaskEventsInput),
  output: () => views().then((m) => m.TaskEventView),
  http: { method: 'GET', path: `${path}/:id/events`, tag, query: eventsQuery },
});

/** Answers, asks or notes. Errors: `task_state`; for an answer those of `launch.start` as well. */
export const addTaskInput = defineOperation({
  ...server,
  id: 'task.addInput',
  summary: 'Answer the questions of a task, ask some, or note how far it is',
  effect: 'write',
  limits: ['task', 'launch', 'launch-workspace'],
  access: may('task:run'),
  input: () => inputs().then((m) => m.TaskInputInput),
  output: view,
  http: { method: 'POST', path: `${path}/:id/inputs`, tag, status: 201 },
});

/** One that has ended is returned unchanged. */
export const cancelTask = defineOperation({
  ...server,
  id: 'task.cancel',
  summary: 'Cancel a task and its launch',
  effect: 'write',
  idempotent: true,
  access: may('task:run'),
  input: () => inputs().then((m) => m.TaskRef),
  output: view,
  http: { method: 'POST', path: `${path}/:id/cancel`, tag },
});
