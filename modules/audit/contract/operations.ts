import {
  defineFileOperation,
  defineListOperation,
  defineOperation,
  ExitCode,
  pageQuery,
} from 'svc-registry/kernel';

const dto = () => import('./events.js');
const access = {
  permission: 'audit:read',
  on: 'organization',
  of: (input: { organization: string }) => input.organization,
} as const;
const reading = { effect: 'read', runsAt: 'server', access } as const;

export const listAuditEvents = defineListOperation({
  ...reading,
  id: 'audit.listEvents',
  summary: 'Show who did what in an organization',
  description:
    'Newest first. Every change by a user or an API key, and every refused attempt at one.',
  input: () => dto().then((m) => m.AuditEventsInput),
  output: () => dto().then((m) => m.AuditEvent),
  cli: {
    name: 'audit list',
    positionals: ['organization'],
    examples: [
      {
        command: 'svc audit list acme --operation registry.publishTile',
        text: 'Who published what',
      },
    ],
  },
  http: {
    method: 'GET',
    path: '/v1/orgs/:organization/audit-events',
    tag: 'public',
    query: pageQuery,
  },
});

/** JSON Lines, oldest first: an event a line, behind the last one of a closed day its digest, and at the end what it is an export of. */
export const exportAuditEvents = defineFileOperation({
  ...reading,
  id: 'audit.exportEvents',
  summary: 'Export the audit log of an organization as JSON Lines',
  input: () => dto().then((m) => m.AuditExportInput),
  http: {
    method: 'GET',
    path: '/v1/orgs/:organization/audit-events/export',
    tag: 'public',
    output: 'file',
  },
});

export const listAuditDigests = defineListOperation({
  ...reading,
  id: 'audit.listDigests',
  summary: 'Show the daily digests of the audit log of an organization',
  description:
    'Newest first. A day is closed, and gets its digest, when it has been over for an hour (UTC). With a digest that you have noted down you can check later whether anything up to that day was changed.',
  input: () => dto().then((m) => m.AuditDigestsInput),
  output: () => dto().then((m) => m.AuditDigest),
  cli: { name: 'audit digest', positionals: ['organization'] },
  http: {
    method: 'GET',
    path: '/v1/orgs/:organization/audit-events/digests',
    tag: 'public',
    query: pageQuery,
  },
});

export const saveAudit = defineOperation({
  id: 'audit.save',
  summary: 'Export the audit log of an organization to a file',
  effect: 'write',
  runsAt: 'client',
  access: 'local',
  input: () => dto().then((m) => m.SaveAuditInput),
  output: () => dto().then((m) => m.SavedAudit),
  cli: { name: 'audit export', positionals: ['organization'] },
});

export const verifyAudit = defineOperation({
  id: 'audit.verify',
  summary: 'Compare the audit log of an organization with an earlier export',
  description:
    'Names every event that was changed, removed or inserted since, and every line of the file that was changed, moved, repeated or lost. Ends with 8 when there is one.',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: () => dto().then((m) => m.VerifyAuditInput),
  output: () => dto().then((m) => m.AuditVerification),
  cli: {
    name: 'audit verify',
    positionals: ['organization', 'file'],
    exits: [{ field: 'differences', exit: ExitCode.gate }],
  },
});
