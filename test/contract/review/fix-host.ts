import { createHash } from 'node:crypto';
import { contribute, defineModule } from 'svc-registry/kernel';
import type { CreditsView } from '../../../modules/billing/contract/billing-dto.js';
import { setPlan, viewCredits } from '../../../modules/billing/contract/operations.js';
import { unpackArchive } from '../../../modules/registry/format/archive/index.js';
import { downloadFix, showFix, startFix } from '../../../modules/review/contract/fix-operations.js';
import type { StartFixInput } from '../../../modules/review/contract/inputs.js';
import type { ReviewRunView } from '../../../modules/review/contract/review-run-view.js';
import {
  reviewersPoint,
  type ReviewerDefinition,
  type ReviewerSource,
} from '../../../modules/review/contract/reviewers.js';
import type { TestDatabase } from '../databases.js';
import type { ModelEndpoint, Dialect } from '../models/model-endpoint.js';
import { bundleOf, ReviewHost, type ReviewHostOptions } from './review-host.js';

type Texts = Readonly<Record<string, string>>;

/** Its one score is that of the skill, so that a test chooses scores freely. */
export const plainReviewer: ReviewerDefinition = {
  config: { validation_weight: 0, judges: { plain: { weight: 1 } } },
  rubrics: {
    plain: {
      evaluation_target: 'skill',
      scale: { min: 0, max: 100 },
      dimensions: [
        {
          id: 'worth',
          name: 'Worth',
          weight: 1,
          question: 'How good is it?',
          scores: { 0: 'Bad.', 100: 'Good.' },
        },
      ],
    },
  },
};

class Plain implements ReviewerSource {
  reviewer(): Promise<ReviewerDefinition> {
    return Promise.resolve(plainReviewer);
  }
}

const scoring = defineModule({
  id: 'scoring',
  api: '^1.0.0',
  summary: 'A reviewer with one score',
  requires: ['review'],
  contributes: [
    contribute(reviewersPoint, 'plain', { summary: 'One score' }, () => Promise.resolve(Plain)),
  ],
});

/** What asks `endpoint` for answers. */
export const modelEnv = (endpoint: ModelEndpoint, dialect: Dialect) => ({
  SVC_MODEL: dialect.model,
  SVC_MODEL_BASE_URL: dialect.baseUrl(endpoint.origin),
  SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
  SVC_REVIEW_VOTES: '1',
});

/** A server on which a member of `tools` improves skills. */
export class FixHost {
  private constructor(readonly host: ReviewHost) {}

  static async start(
    database: TestDatabase,
    env: NonNullable<ReviewHostOptions['env']> = {},
  ): Promise<FixHost> {
    return new FixHost(await ReviewHost.start(database, { env, modules: [scoring] }));
  }

  get invoke(): ReviewHost['invoke'] {
    return this.host.invoke;
  }

  async begin(files: Texts, input: Partial<StartFixInput> = {}): Promise<ReviewRunView> {
    const upload = await bundleOf(files);
    return this.invoke(startFix, { workspace: 'tools', ...input }, { upload });
  }

  async fix(files: Texts, input: Partial<StartFixInput> = {}): Promise<ReviewRunView> {
    return this.end((await this.begin(files, input)).reviewRunId);
  }

  /** A run at its end. */
  end(id: string): Promise<ReviewRunView> {
    this.host.work();
    return this.invoke(showFix, { id, wait: 20 });
  }

  /** The files that a run made. */
  async bundle({ reviewRunId: id }: ReviewRunView): Promise<Texts> {
    const { body } = await this.invoke(downloadFix, { id });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    const { files } = await unpackArchive(Buffer.concat(chunks));
    return Object.fromEntries(
      files.map(({ path, content }) => [path, Buffer.from(content).toString('utf8')]),
    );
  }

  plan(wanted: object): Promise<unknown> {
    return this.server.invoke(setPlan, { organization: 'acme', ...wanted });
  }

  async credits(): Promise<Pick<CreditsView, 'used' | 'reserved'>> {
    const { used, reserved } = await this.server.invoke(
      viewCredits,
      { orgId: 'acme' },
      this.host.admin,
    );
    return { used, reserved };
  }

  stop(): Promise<void> {
    return this.host.stop();
  }

  private get server() {
    return this.host.server;
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
