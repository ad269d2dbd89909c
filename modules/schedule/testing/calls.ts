import {
  type AuditedCalls,
  inTools,
  MADE,
  type Stage,
} from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';
import { pauseSchedule } from '../contract/schedule-operations.js';

const skill = 'file:skills/demo';
const repo = 'https://git.example.org/acme/nowhere';
const schedule = { cron: '0 9 * * 1-5', skill, repo, agent: 'scripted' };
const nightly = { key: 'nightly', cron: '0 2 * * *', skill, agent: 'scripted' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'schedule.createSchedule': {
    least: 'member',
    call: async ({ workspace, newEnvironment }) =>
      input({ workspace, ...schedule, environment: (await newEnvironment()).id }),
  },
  'schedule.listSchedules': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'schedule.syncSchedules': {
    least: 'member',
    call: async ({ workspace, newEnvironment }) => {
      const { name: environment } = await newEnvironment();
      return input({ workspace, repo, schedules: [{ ...nightly, environment }] });
    },
  },
  'schedule.view': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule() }),
  },
  'schedule.runs': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule() }),
  },
  'schedule.pause': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule() }),
  },
  'schedule.resume': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule() }),
  },
  'schedule.trigger': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule() }),
  },
  'schedule.update': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule(), label: 'another' }),
  },
  'schedule.delete': {
    least: 'member',
    call: async ({ newSchedule }) => input({ id: await newSchedule() }),
  },
};

export const auditedCalls: AuditedCalls = {
  'schedule.createSchedule': async ({ fixture }) => ({
    input: { ...inTools, ...schedule, environment: (await fixture.newEnvironment()).id },
    object: { kind: 'schedule', id: MADE, name: skill },
  }),
  'schedule.syncSchedules': async (stage) => {
    const { name: environment } = await stage.fixture.newEnvironment();
    return {
      input: { ...inTools, repo, schedules: [{ ...nightly, environment }] },
      object: await stage.workspace('tools'),
    };
  },
  'schedule.resume': async (stage) => {
    const object = await scheduleOf(stage);
    const { world, token } = stage;
    await world.server.host.invoke(pauseSchedule, { id: object.id }, { token });
    return { input: { id: object.id }, object };
  },
  ...Object.fromEntries(
    ['pause', 'trigger', 'update', 'delete'].map((name) => [
      `schedule.${name}`,
      async (stage: Stage) => {
        const object = await scheduleOf(stage);
        const more = name === 'update' ? { label: 'another' } : {};
        return { input: { id: object.id, ...more }, object };
      },
    ]),
  ),
};

async function scheduleOf({ fixture }: Stage) {
  return { kind: 'schedule', id: await fixture.newSchedule(), name: skill };
}
