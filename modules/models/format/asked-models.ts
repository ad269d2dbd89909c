import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { modelNotConfigured, tokenBudgetExceeded } from '../contract/errors.js';
import { forms } from '../contract/forms.js';
import type { ModelAnswer, ModelQuestion, ModelRequest, Models } from '../contract/index.js';
import { answerOf, call, type Problem } from './call.js';
import type { ChosenModel } from './chosen-model.js';
import { estimatedInput, promptOf } from './prompt.js';

/** What differs between the command line and a server. */
export interface ModelSide {
  model(workspaceId: string | undefined): Promise<ChosenModel | undefined>;
  /** Stores what a request used. */
  used?(request: ModelRequest, answer: ModelAnswer): Promise<void>;
}

export const modelSideKey = serviceKey<ModelSide>('models.side');

const HINTS = {
  client:
    'Set SVC_MODEL, such as anthropic/claude-sonnet-4-5 or openai/gpt-5, and SVC_MODEL_API_KEY.',
  server:
    'A manager of the workspace sets one with `svc workspace model set`, the operator of the server with SVC_MODEL and SVC_MODEL_API_KEY.',
};

const total = (counts: readonly number[]): number => counts.reduce((sum, each) => sum + each, 0);

type Form = Partial<Pick<ModelQuestion, 'schema' | 'votes'>> & { readonly problem: Problem };
const noText: Problem = (answer) => (typeof answer === 'string' ? undefined : 'it is no text');

@injectable()
export class AskedModels implements Models {
  constructor(
    @inject(modelSideKey) private readonly side: ModelSide,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async ask<T>(
    question: ModelQuestion<T>,
  ): Promise<ModelAnswer & { readonly votes: readonly T[] }> {
    const { schemaProblem } = await import('./schema-problem.js');
    const form = { ...question, problem: schemaProblem(question.schema) };
    const { answers, ...answer } = await this.answers(question, form);
    return { ...answer, votes: answers as readonly T[] };
  }

  async text(request: ModelRequest): Promise<ModelAnswer & { readonly text: string }> {
    const { answers, ...answer } = await this.answers(request, { problem: noText });
    return { ...answer, text: answers.join('') };
  }

  async configured(workspaceId?: string): Promise<string | undefined> {
    const model = await this.side.model(workspaceId);
    return model && hasKey(model) ? model.id : undefined;
  }

  private async answers(
    request: ModelRequest,
    { schema, votes = 1, problem }: Form,
  ): Promise<ModelAnswer & { readonly answers: readonly unknown[] }> {
    const { timeLimitSeconds: seconds = 120, signal } = request;
    const model = await this.chosen(request);
    const prompt = promptOf(request, schema);
    const most = { input: estimatedInput(prompt), output: prompt.maxTokens };
    const settle = reserved(model.id, request, (most.input + most.output) * votes);
    // all are waited for, so that what the others used is counted when one fails
    const outcomes = await Promise.allSettled(
      Array.from({ length: votes }, () => call(model, prompt, { seconds, signal })),
    );
    const replies = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const inputTokens = total(replies.map(({ input }) => input || most.input));
    const outputTokens = total(replies.map(({ output }) => output || most.output));
    const answer = { model: model.id, inputTokens, outputTokens };
    settle(answer);
    if (replies.length > 0) await this.side.used?.(request, answer);
    for (const each of outcomes) if (each.status === 'rejected') throw each.reason;
    return { ...answer, answers: replies.map((reply) => answerOf(model.id, reply, problem)) };
  }

  private async chosen({ workspaceId, model: id }: ModelRequest): Promise<ChosenModel> {
    const model = await this.side.model(workspaceId);
    if (model !== undefined && hasKey(model)) return id === undefined ? model : named(model, id);
    const what = model === undefined ? 'No model' : `No key for ${model.id}`;
    const hint = HINTS[this.host.facet];
    throw modelNotConfigured({ model: what, why: 'is configured', hint });
  }
}

/** A server of one's own may need no key; the providers do. */
const hasKey = ({ apiKey, baseUrl, protocol }: ChosenModel): boolean =>
  apiKey !== undefined || baseUrl !== protocol.baseUrl;

/** The model of this id beside a configured one. */
function named(model: ChosenModel, id: string): ChosenModel {
  const protocol = (of: string): string => of.slice(0, of.indexOf('/') + 1);
  const prefix = protocol(model.id);
  if (forms.model.form.test(id) && protocol(id) === prefix)
    return { ...model, id, name: id.slice(prefix.length) };
  const why = `cannot be asked: the configured model is ${model.id}`;
  const hint = `Name one that the same provider has, as ${prefix}<name>.`;
  throw modelNotConfigured({ model: id, why, hint });
}

/** Takes tokens out of a budget; the returned function puts back those that were not used. */
function reserved(
  model: string,
  { budget }: ModelRequest,
  needed: number,
): (used: ModelAnswer) => void {
  if (budget === undefined) return () => undefined;
  const left = budget.tokens - budget.used;
  const why = `may need ${needed} tokens, and the budget has ${left} left`;
  const hint = 'Ask about less at once, or allow more tokens.';
  if (needed > left) throw tokenBudgetExceeded({ model, why, hint });
  budget.used += needed;
  return ({ inputTokens, outputTokens }) => {
    budget.used += inputTokens + outputTokens - needed;
  };
}
