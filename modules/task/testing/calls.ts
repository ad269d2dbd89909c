import { type AuditedCalls, inTools, MADE } from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

const skill = 'file:skills/demo';
const launch = { skill, repo: 'acme/nowhere', agent: 'scripted' };
const progress = { type: 'run.progress', text: 'Half of it is done.' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'task.create': { least: 'member', call: ({ workspace }) => input({ workspace, ...launch }) },
  'task.list': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'task.findByLink': {
    least: 'member',
    call: async ({ workspace, newTaskOfIssue }) =>
      input({ workspace, type: 'issue', value: await newTaskOfIssue() }),
  },
  'task.show': { least: 'member', call: async ({ newTask }) => input({ id: await newTask() }) },
  'task.runs': { least: 'member', call: async ({ newTask }) => input({ id: await newTask() }) },
  'task.events': { least: 'member', call: async ({ newTask }) => input({ id: await newTask() }) },
  'task.addInput': {
    least: 'member',
    call: async ({ newTask }) => input({ id: await newTask(), ...progress }),
  },
  'task.cancel': { least: 'member', call: async ({ newTask }) => input({ id: await newTask() }) },
};

export const auditedCalls: AuditedCalls = {
  'task.create': () => ({
    input: { ...inTools, ...launch },
    object: { kind: 'task', id: MADE, name: skill },
  }),
  'task.addInput': async ({ fixture }) => {
    const id = await fixture.newTask();
    return { input: { id, ...progress }, object: { kind: 'task', id, name: skill } };
  },
  'task.cancel': async ({ fixture }) => {
    const id = await fixture.newTask();
    return { input: { id }, object: { kind: 'task', id, name: skill } };
  },
};
