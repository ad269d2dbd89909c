import { inject } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from 'svc-registry/db';
import { contribute } from 'svc-registry/kernel';
import { versionFactsPoint, type FactsRequest, type VersionFacts } from 'svc-registry/registry';

interface Answer {
  readonly versionId: string;
  readonly yes: number;
  readonly no: number;
}

export class Votes implements VersionFacts {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async of({ versions }: FactsRequest) {
    const wanted = versions.map(({ version }) => ({ versionId: version.id }));
    const answers = await this.reads.manager.findBy<Answer>('poll_answers', wanted);
    return new Map(answers.map(({ versionId, yes, no }) => [versionId, { yes, no }]));
  }
}

export const contribution = contribute(
  versionFactsPoint,
  'votes',
  { summary: 'How the team voted about it' },
  () => Promise.resolve(Votes),
);
