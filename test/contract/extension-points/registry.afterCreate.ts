import { contribute, type Context } from 'svc-registry/kernel';
import { afterCreatePoint, type AfterCreate } from 'svc-registry/registry';

export class AskForPoll implements AfterCreate {
  created(folder: string, { progress }: Context) {
    progress.note(`Ask your team what they think of ${folder}: svc poll start`);
    return Promise.resolve();
  }
}

export const contribution = contribute(
  afterCreatePoint,
  'poll',
  { summary: 'Suggests a poll' },
  () => Promise.resolve(AskForPoll),
);
