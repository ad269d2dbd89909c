import { type AuditedCalls, inTools, MADE } from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

const security = { kind: 'security' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'review.startRun': {
    least: 'member',
    call: async ({ workspace, archive }) => ({
      input: { workspace, ...security },
      upload: await archive(),
    }),
  },
  'review.showRun': {
    least: 'member',
    call: async ({ newReview }) => input({ id: await newReview() }),
  },
  'review.listRuns': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'review.retryRun': {
    least: 'member',
    allowed: ['wrong_state'],
    call: async ({ newReview }) => input({ id: await newReview() }),
  },
  'review.cancelRun': {
    least: 'member',
    call: async ({ newReview }) => input({ id: await newReview() }),
  },
  'review.downloadSarif': {
    least: 'member',
    allowed: ['review_not_completed'],
    call: async ({ newReview }) => input({ id: await newReview() }),
  },
  'review.startFix': {
    least: 'member',
    call: async ({ workspace, skillArchive }) => ({
      input: { workspace },
      upload: await skillArchive(),
    }),
  },
  'review.showFix': {
    least: 'member',
    call: async ({ newFix }) => input({ id: await newFix() }),
  },
  'review.listFixes': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'review.retryFix': {
    least: 'member',
    allowed: ['wrong_state'],
    call: async ({ newFix }) => input({ id: await newFix() }),
  },
  'review.cancelFix': {
    least: 'member',
    call: async ({ newFix }) => input({ id: await newFix() }),
  },
  'review.downloadFix': {
    least: 'member',
    allowed: ['review_not_completed'],
    call: async ({ newFix }) => input({ id: await newFix() }),
  },
  'review.showQuality': {
    least: 'member',
    publicReading: true,
    hasVisibility: true,
    allowed: ['quality_unknown', 'moderation_hidden'],
    call: ({ workspace, plugin }, visibility) =>
      input({ workspace, tile: plugin[visibility], version: '1.0.0' }),
  },
  'review.showCapabilities': {
    least: 'member',
    publicReading: true,
    hasVisibility: true,
    allowed: ['capabilities_unknown', 'moderation_hidden'],
    call: ({ workspace, plugin }, visibility) =>
      input({ workspace, tile: plugin[visibility], version: '1.0.0' }),
  },
};

export const auditedCalls: AuditedCalls = {
  'review.startRun': async (stage) => ({
    input: { ...inTools, ...security },
    upload: await stage.fixture.archive(),
    object: { kind: 'reviewRun', id: MADE, name: 'tools/private-demo@1.0.0' },
  }),
  'review.retryRun': async (stage) => {
    const id = await stage.fixture.newReview('failed');
    return { input: { id }, object: { kind: 'reviewRun', id, name: 'tools/private-demo@1.0.0' } };
  },
  'review.cancelRun': async (stage) => {
    const id = await stage.fixture.newReview();
    return { input: { id }, object: { kind: 'reviewRun', id, name: 'tools/private-demo@1.0.0' } };
  },
  'review.startFix': async (stage) => ({
    input: inTools,
    upload: await stage.fixture.skillArchive(),
    object: { kind: 'reviewRun', id: MADE, name: 'tools/private-demo@1.0.0' },
  }),
  'review.retryFix': async (stage) => {
    const id = await stage.fixture.newFix('failed');
    return { input: { id }, object: { kind: 'reviewRun', id, name: 'tools/private-demo@1.0.0' } };
  },
  'review.cancelFix': async (stage) => {
    const id = await stage.fixture.newFix();
    return { input: { id }, object: { kind: 'reviewRun', id, name: 'tools/private-demo@1.0.0' } };
  },
};
