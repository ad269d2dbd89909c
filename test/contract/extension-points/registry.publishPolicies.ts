import { contribute, defineError, ExitCode } from 'svc-registry/kernel';
import { publishPoliciesPoint, type Publication, type PublishPolicy } from 'svc-registry/registry';

const noPreviews = defineError({
  code: 'poll_no_previews',
  status: 403,
  exit: ExitCode.denied,
  title: 'No previews',
  message: ({ version }: { version: string }) => `${version} is a preview.`,
  hint: () => 'Publish a version without a suffix.',
});

export class NoPreviews implements PublishPolicy {
  admit({ version }: Publication) {
    return version.includes('-') ? Promise.reject(noPreviews({ version })) : Promise.resolve();
  }

  blocksFrom() {
    return Promise.resolve('HIGH' as const);
  }
}

export const contribution = contribute(
  publishPoliciesPoint,
  'poll.no-previews',
  { summary: 'Refuses previews' },
  () => Promise.resolve(NoPreviews),
);
