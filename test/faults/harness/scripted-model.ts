import { answering, dialects, ModelEndpoint } from '../../contract/models/model-endpoint.js';
import { until } from '../../until.js';
import { GUIDE, poetText } from './review-client.js';

const dialect = dialects[0]!;
const SKILL = 'skills/poet/SKILL.md';

interface Question {
  readonly system: string;
  readonly user: string;
}

const improves = ({ system }: Pick<Question, 'system'>): boolean =>
  system.includes('You improve one skill');

/** A language model that judges everything alike, and improves skills a little each time. */
export class ScriptedModel {
  readonly #waiting: (() => void)[] = [];
  #held = 0;
  #does: 'answer' | 'hold' | 'refuse' = 'answer';
  #improved = 0;

  private constructor(private readonly endpoint: ModelEndpoint) {
    endpoint.answer = (response) => {
      const question = dialect.textsOf(endpoint.sent.at(-1)!.body);
      const answer = (): void => {
        const value = this.#does === 'refuse' ? dialect.refusal : this.#answerTo(question);
        answering(200, value)(response);
      };
      if (this.#does !== 'hold' || !improves(question)) {
        answer();
        return;
      }
      this.#held += 1;
      this.#waiting.push(answer);
    };
  }

  /** `hold`: who asks for an improvement waits for the answer until it does something else. `refuse`: it will not answer. */
  set does(does: 'answer' | 'hold' | 'refuse') {
    this.#does = does;
    if (does !== 'hold') for (const answer of this.#waiting.splice(0)) answer();
  }

  static async start(): Promise<ScriptedModel> {
    return new ScriptedModel(await ModelEndpoint.start());
  }

  /** Settings of a server that asks it. */
  get env(): Readonly<Record<string, string>> {
    return {
      SVC_MODEL: dialect.model,
      SVC_MODEL_BASE_URL: dialect.baseUrl(this.endpoint.origin),
      SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
      SVC_REVIEW_VOTES: '1',
    };
  }

  /** How many questions had to wait until now. */
  get held(): number {
    return this.#held;
  }

  /** Until a question waits that had not come before. */
  async holds(before: number): Promise<void> {
    await until(() => this.#held > before);
  }

  close(): Promise<void> {
    return this.endpoint.close();
  }

  #answerTo({ system, user }: Question): object {
    return dialect.value(this.#valueFor(system, user));
  }

  #valueFor(system: string, user: string): object {
    if (improves({ system })) return this.#improve(user);
    const ids = [...system.matchAll(/"id": "([a-z_]+)"/g)].map(([, id]) => id!);
    const score = { reasoning: 'SKILL.md:8 is clear.', score: 4, suggestion: 'Say more.' };
    const scores = Object.fromEntries(ids.map((id) => [id, score]));
    return { scores, overall_assessment: 'Good.', suggestions: [] };
  }

  #improve(user: string): object {
    this.#improved += 1;
    const patch = /Writes poems, version (\d+)/.exec(user)?.[1] ?? '0';
    const text = poetText(
      Number(patch),
      `Write ${this.#improved} lines, as [the guide](${GUIDE}) says.`,
    );
    return { files: [{ path: SKILL, text }], changes: ['Says how long.'] };
  }
}
