import {
  type AuditedCalls,
  fresh,
  inTools,
  MADE,
  type Stage,
} from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

const agent = 'scripted';
const change = {
  repo: 'https://git.example.org/acme/nowhere',
  commit: '9f2c1e7b3a4d5c6e7f8091a2b3c4d5e6f7081920',
};
const generation = (id: string) => ({ kind: 'scenarioGeneration', id, name: change.repo });
const override = { criterion: 'File', score: 3, reason: 'It is empty.' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'eval.uploadBundle': {
    least: 'member',
    call: async ({ workspace, scenarioArchive }) => ({
      input: { workspace },
      upload: await scenarioArchive(),
    }),
  },
  'eval.checkRun': {
    least: 'member',
    call: async ({ workspace, evalBundle }) =>
      input({ workspace, agent, bundle: await evalBundle() }),
  },
  'eval.startRun': {
    least: 'member',
    call: async ({ workspace, evalBundle }) =>
      input({ workspace, agent, bundle: await evalBundle() }),
  },
  'eval.listRuns': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'eval.showRun': {
    least: 'member',
    call: async ({ endedEval }) => input({ id: (await endedEval()).id }),
  },
  'eval.retryRun': {
    least: 'member',
    allowed: ['wrong_state'],
    call: async ({ endedEval }) => input({ id: (await endedEval()).id }),
  },
  'eval.cancelRun': {
    least: 'member',
    call: async ({ newEval }) => input({ id: (await newEval()).id }),
  },
  'eval.listCells': {
    least: 'member',
    call: async ({ endedEval }) => input({ id: (await endedEval()).id }),
  },
  'eval.showCell': { least: 'member', call: async ({ endedEval }) => input(await endedEval()) },
  'eval.overrideScore': {
    least: 'member',
    allowed: ['score_out_of_range'],
    call: async ({ endedEval }) => input({ ...(await endedEval()), ...override }),
  },
  'eval.downloadReport': {
    least: 'member',
    call: async ({ endedEval }) => input({ id: (await endedEval()).id }),
  },
  'eval.listAgents': { least: 'signed-in', noObject: true, call: () => input({}) },
  'eval.generate': {
    least: 'member',
    allowed: ['model_not_configured'],
    call: ({ workspace }) => input({ workspace, ...change }),
  },
  'eval.listGenerations': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'eval.showGeneration': {
    least: 'member',
    call: async ({ newGeneration }) => input({ id: await newGeneration() }),
  },
  'eval.downloadScenarios': {
    least: 'member',
    allowed: ['generation_not_completed'],
    call: async ({ newGeneration }) => input({ id: await newGeneration() }),
  },
  'eval.cancelGeneration': {
    least: 'member',
    call: async ({ newGeneration }) => input({ id: await newGeneration() }),
  },
  'eval.switch': {
    least: 'manager',
    call: ({ workspace }) => input({ workspace, enabled: true }),
  },
  'eval.showSwitch': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'eval.showMails': {
    least: 'signed-in',
    noObject: true,
    allowed: ['', 'key_not_allowed'],
    call: () => input({}),
  },
  'eval.switchMails': {
    least: 'signed-in',
    noObject: true,
    allowed: ['', 'key_not_allowed'],
    call: () => input({ enabled: true }),
  },
};

const run = (id: string) => ({ kind: 'evalRun', id, name: 'baseline' });

async function failedRun({ fixture, world, token }: Stage): Promise<string> {
  const { id } = await fixture.newEval();
  await world.server.host.invoke('eval.cancelRun', { id }, { token });
  return id;
}

export const auditedCalls: AuditedCalls = {
  'eval.uploadBundle': async ({ fixture }) => ({
    input: inTools,
    upload: await fixture.scenarioArchive(),
    object: { kind: 'evalBundle', id: MADE, name: 'scenarios' },
  }),
  'eval.startRun': async ({ fixture }) => ({
    input: { ...inTools, agent, bundle: await fixture.evalBundle() },
    object: run(MADE),
  }),
  'eval.retryRun': async (stage) => ({
    input: { id: await failedRun(stage) },
    object: run(MADE),
  }),
  'eval.cancelRun': async ({ fixture }) => {
    const { id } = await fixture.newEval();
    return { input: { id }, object: run(id) };
  },
  'eval.overrideScore': async ({ fixture }) => {
    const ids = await fixture.endedEval();
    return { input: { ...ids, ...override, score: 1 }, object: run(ids.id) };
  },
  'eval.generate': async ({ world: { server }, token }) => {
    // a model would change what other operations do in the workspace of all
    const workspace = fresh('writing');
    await server.newWorkspace(token, workspace);
    const model = { model: 'openai/qwen3', baseUrl: 'https://models.example.com/v1' };
    await server.host.invoke('models.setWorkspaceModel', { workspace, ...model }, { token });
    return { input: { workspace, ...change }, object: generation(MADE) };
  },
  'eval.cancelGeneration': async ({ fixture }) => {
    const id = await fixture.newGeneration();
    return { input: { id }, object: generation(id) };
  },
  'eval.switch': ({ fixture }) => ({
    input: { ...inTools, enabled: true },
    object: { kind: 'workspace', id: fixture.ids.workspace, name: 'tools' },
  }),
  'eval.switchMails': async (stage) => ({
    input: { enabled: true },
    object: await stage.user('organization-admin@example.com'),
  }),
};
