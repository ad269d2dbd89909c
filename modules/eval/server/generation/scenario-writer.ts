import { inject, injectable } from 'tsyringe';
import { modelsKey, type Models } from '../../../models/contract/index.js';
import type { GeneratedScenario } from '../../contract/generation-view.js';
import {
  proposalsSchema,
  systemOf,
  type Material,
  type Proposal,
} from '../../generation/question.js';
import { isOfOtherForm } from '../other-form.js';
import { readProposal, type CommitStart } from '../../generation/read-proposal.js';

/** Questions of one generation: the second one asks for replacements. */
const MOST_QUESTIONS = 2;
const SECONDS = 280;
const TOKENS = { each: 3_000, most: 16_384 } as const;

export interface Wanted {
  readonly workspaceId: string;
  readonly count: number;
  readonly material: Material;
  /** What the scenarios begin with. */
  readonly start: CommitStart | undefined;
  readonly signal: AbortSignal;
}

/** What came of the proposals of a model. */
export interface Written {
  /** Each with its files. */
  readonly scenarios: ReadonlyMap<GeneratedScenario, ReadonlyMap<string, string>>;
  readonly rejected: readonly string[];
}

/** Has scenarios written by the model of a workspace, and takes those that can be used. */
@injectable()
export class ScenarioWriter {
  constructor(@inject(modelsKey) private readonly models: Models) {}

  /** Throws the errors of `Models`, except for an answer of another form: that is a proposal that cannot be used. */
  async write(wanted: Wanted): Promise<Written> {
    const scenarios = new Map<GeneratedScenario, ReadonlyMap<string, string>>();
    const rejected: string[] = [];
    for (let asked = 0; asked < MOST_QUESTIONS && scenarios.size < wanted.count; asked += 1) {
      const count = wanted.count - scenarios.size;
      const names = new Set([...scenarios.keys()].map(({ name }) => name));
      for (const proposal of (await this.ask(wanted, count, rejected)).slice(0, count)) {
        const read = await readProposal(proposal, wanted.start);
        if ('rejected' in read) rejected.push(read.rejected);
        else if (names.has(read.scenario.name))
          rejected.push(`"${read.scenario.name}" is proposed twice.`);
        else scenarios.set(read.scenario, read.files);
        if ('scenario' in read) names.add(read.scenario.name);
      }
    }
    return { scenarios, rejected };
  }

  private async ask(
    { workspaceId, material, signal }: Wanted,
    count: number,
    rejected: string[],
  ): Promise<readonly Proposal[]> {
    const reasons = rejected.length === 0 ? [] : [{ name: 'Rejected', text: rejected.join('\n') }];
    try {
      const { votes } = await this.models.ask({
        purpose: 'eval.generate',
        workspaceId,
        system: systemOf(material.kind, count, rejected),
        data: [...material.pieces, ...reasons],
        schema: proposalsSchema,
        maxTokens: Math.min(TOKENS.most, TOKENS.each * (count + 1)),
        timeLimitSeconds: SECONDS,
        signal,
      });
      return votes[0]?.scenarios ?? [];
    } catch (error) {
      if (!isOfOtherForm(error)) throw error;
      rejected.push('An answer of the model was not of the form that was asked for.');
      return [];
    }
  }
}
