import {
  type AuditedCalls,
  fresh,
  inTools,
  MADE,
} from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';
import type { ToolCalls } from '../../../test/contract/module-calls.js';

export const toolCalls: ToolCalls = [
  ['project_list', { workspace: 'acme' }, { data: [], next: null }],
];

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'project.listProjects': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'project.viewProject': { least: 'member', call: ({ project }) => input({ projectId: project }) },
  'project.matchProject': {
    least: 'member',
    call: ({ workspace }) => input({ workspace, name: 'taken' }),
  },
  'project.createProject': {
    least: 'publisher',
    allowed: ['duplicate_project_name'],
    call: ({ workspace }) => input({ workspace, name: 'taken' }),
  },
  'project.updateProject': {
    least: 'publisher',
    call: async ({ newProject }) => input({ projectId: await newProject(), sourceUri: null }),
  },
  'project.deleteProject': {
    least: 'manager',
    call: async ({ newProject }) => input({ projectId: await newProject() }),
  },
};

export const auditedCalls: AuditedCalls = {
  'project.createProject': () => {
    const name = fresh('new');
    return {
      input: { ...inTools, name },
      object: { kind: 'project', id: MADE, name: `tools/${name}` },
    };
  },
  'project.updateProject': async (stage) => {
    const object = await stage.newProject();
    return {
      input: { projectId: object.id, sourceUri: 'https://git.example/acme/web.git' },
      object,
    };
  },
  'project.deleteProject': async (stage) => {
    const object = await stage.newProject();
    return { input: { projectId: object.id }, object };
  },
};
