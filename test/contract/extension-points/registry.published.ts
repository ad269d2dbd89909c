import { contribute, hostKey, type HostInfo } from 'svc-registry/kernel';
import { publishedPoint, type PublishedVersion, type PublishListener } from 'svc-registry/registry';
import { inject, injectable } from 'tsyringe';

@injectable()
export class LogPublished implements PublishListener {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  published({ name, version }: PublishedVersion) {
    this.host.log.info({ name, version }, 'worth a poll');
    return Promise.resolve();
  }
}

export const contribution = contribute(
  publishedPoint,
  'poll',
  { summary: 'Writes down what could be voted on' },
  () => Promise.resolve(LogPublished),
);
