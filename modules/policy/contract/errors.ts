import { defineError, ExitCode } from 'svc-registry/kernel';
import { levelWords } from './targets.js';

/** A publish policy with `blockPublicTilePublish`. */
export const publicPublishBlocked = defineError<{ name: string; levels: readonly string[] }>({
  code: 'public_publish_blocked',
  status: 403,
  exit: ExitCode.denied,
  title: 'Public plugins are not allowed',
  cause:
    'The plugin would be public, which a publish policy of the organization, the workspace or the project does not allow.',
  message: ({ name, levels }) =>
    `${name} would be public, which the publish policy of the ${levelWords(levels)} does not allow.`,
  hint: () => 'Set "private": true in .svc-plugin/plugin.json, or ask who keeps that policy.',
});

/** What cannot be decided is not installed. */
export const policyUnreachable = defineError<{ name: string; why: string }>({
  code: 'policy_unreachable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Install policy unknown',
  message: ({ name, why }) =>
    `${name} is not in the lock, and the install policy could not be checked for it: ${why} Nothing was installed.`,
  hint: () =>
    'Try again when the server can be reached. What the lock names is installed without it.',
});
