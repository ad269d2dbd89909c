import { contribute } from 'svc-registry/kernel';
import { afterPublishPoint, type AfterPublish, type PublishedPlugin } from 'svc-registry/registry';

export class SuggestPoll implements AfterPublish {
  published({ plugin, version }: PublishedPlugin) {
    return Promise.resolve([{ message: `Ask your team: svc poll start "${plugin}@${version}?"` }]);
  }
}

export const contribution = contribute(
  afterPublishPoint,
  'poll',
  { summary: 'Suggests a poll' },
  () => Promise.resolve(SuggestPoll),
);
