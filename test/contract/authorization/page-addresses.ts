import type { Fixture } from './access-case.js';

type Address = (fixture: Fixture) => string | Promise<string>;

const plugin =
  (path: string): Address =>
  ({ name, plugin: { private: tile } }) =>
    `/plugins/${name}/${tile}${path}`;
const workspace =
  (path: string): Address =>
  ({ name }) =>
    `/workspaces/${name}${path}`;
const FILE = '.svc-plugin/plugin.json';

/** Addresses for people at which something of a private plugin stands, or of its workspace and what was done with it. */
export const pageAddresses: Readonly<Record<string, Address>> = {
  ...Object.fromEntries(
    [
      ...[
        '',
        '/versions',
        '/security',
        '/quality',
        '/evaluations',
        '/v/1.0.0',
        '/v/1.0.0/security',
      ],
      ...['/v/1.0.0/files', `/v/1.0.0/files/${FILE}`, `/v/1.0.0/files/${FILE}?line=1`],
      ...['/v/1.0.0/files/.svc-plugin', `/v/1.0.0/raw/${FILE}`],
      ...['/diff/1.0.0/1.0.0', `/diff/1.0.0/1.0.0?file=${FILE}`, '/diff?from=1.0.0&to=1.0.0'],
      ...['/archive', '/unpublish', '/v/1.0.0/archive', '/v/1.0.0/unpublish'],
    ].map((path) => [`plugin${path}`, plugin(path)]),
  ),
  ...Object.fromEntries(
    ['', '/plugins', '/members', '/keys', '/policy', '/projects'].map((path) => [
      `workspace${path}`,
      workspace(path),
    ]),
  ),
  review: async ({ newReview }) => `/reviews/${await newReview('failed')}`,
  fix: async ({ newFix }) => `/fixes/${await newFix('failed')}`,
  evaluation: async ({ endedEval }) => `/evals/${(await endedEval()).id}`,
  'evaluation, one cell': async ({ endedEval }) => {
    const { id, cell } = await endedEval();
    return `/evals/${id}/cells/${cell}`;
  },
  'report of an evaluation': async ({ endedEval }) => `/evals/${(await endedEval()).id}/report`,
  launch: async ({ newLaunch }) => `/launches/${await newLaunch()}`,
  task: async ({ newTask }) => `/tasks/${await newTask()}`,
  schedule: async ({ newSchedule }) => `/schedules/${await newSchedule()}`,
};
