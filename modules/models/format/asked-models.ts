import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  modelAnswerInvalid,
  modelAnswerTooLong,
  modelDeclined,
  modelNotConfigured,
  tokenBudgetExceeded,
  type ModelAnswer,
  type ModelQuestion,
  type ModelRequest,
  type Models,
  type ModelUsage,
  type TokenBudget,
} from '../contract/index.js';
import { call } from './call.js';
import type { ChosenModel } from './chosen-model.js';
import { estimatedTokens, promptOf } from './prompt.js';
import type { Prompt, Reply } from './protocol.js';

/** What differs between the command line and a server. */
export interface ModelSide {
  model(workspaceId: string | undefined): Promise<ChosenModel | undefined>;
  /** Stores what a request used. */
  used(request: ModelRequest, answer: ModelAnswer): Promise<void>;
}

export const modelSideKey = serviceKey<ModelSide>('models.side');

const TIME_LIMIT = 120;

@injectable()
export class AskedModels implements Models {
  constructor(
    @inject(modelSideKey) private readonly side: ModelSide,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async ask<T>(question: ModelQuestion): Promise<ModelAnswer & { readonly votes: readonly T[] }> {
    const { checkOf } = await import('./answer-schema.js');
    const check = await checkOf(question.schema);
    const { replies, ...answer } = await this.replies(question, question);
    const votes = replies.map((reply) => {
      const why = reply.answer === undefined ? 'it gives no answer' : check(reply.answer);
      if (why !== undefined) throw modelAnswerInvalid({ model: answer.model, why });
      return reply.answer as T;
    });
    return { ...answer, votes };
  }

  async text(request: ModelRequest): Promise<ModelAnswer & { readonly text: string }> {
    const { replies, ...answer } = await this.replies(request, {});
    const text = replies[0]?.answer;
    if (typeof text !== 'string')
      throw modelAnswerInvalid({ model: answer.model, why: 'it is not text' });
    return { ...answer, text };
  }

  async configured(workspaceId?: string): Promise<string | undefined> {
    return (await this.side.model(workspaceId))?.id;
  }

  private async replies(
    request: ModelRequest,
    { schema, votes = 1 }: Partial<Pick<ModelQuestion, 'schema' | 'votes'>>,
  ): Promise<ModelAnswer & { readonly replies: readonly Reply[] }> {
    const model = await this.side.model(request.workspaceId);
    if (model === undefined) throw modelNotConfigured({ facet: this.host.facet });
    assertKey(model, this.host.facet);
    const prompt = promptOf(request, schema);
    const estimate = estimatedTokens(prompt.system, prompt.user, JSON.stringify(schema ?? ''));
    const reserved = (estimate + prompt.maxTokens) * votes;
    reserve(request.budget, reserved);
    const limits = {
      seconds: request.timeLimitSeconds ?? TIME_LIMIT,
      signal: request.signal,
    };
    // all are waited for, so that what the others used is counted when one fails
    const outcomes = await Promise.allSettled(
      Array.from({ length: votes }, () => call(model, prompt, limits)),
    );
    const replies = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const usage = usageOf(replies, estimate);
    const answer = { model: model.id, usage };
    if (request.budget) request.budget.used += usage.inputTokens + usage.outputTokens - reserved;
    if (replies.length > 0) await this.side.used(request, answer);
    for (const each of outcomes) if (each.status === 'rejected') throw each.reason;
    for (const { stop } of replies) assertComplete(stop, model.id, prompt);
    return { ...answer, replies };
  }
}

/** A server of one's own may need no key; the providers do. */
function assertKey(
  { id, apiKey, baseUrl, protocol }: ChosenModel,
  facet: HostInfo['facet'],
): void {
  if (apiKey === undefined && baseUrl === protocol.baseUrl)
    throw modelNotConfigured({ model: id, facet });
}

function reserve(budget: TokenBudget | undefined, needed: number): void {
  if (budget === undefined) return;
  const left = budget.tokens - budget.used;
  if (needed > left) throw tokenBudgetExceeded({ needed, left });
  budget.used += needed;
}

function usageOf(replies: readonly Reply[], estimate: number): ModelUsage {
  const counted = replies.map(
    ({ tokens, answer }) =>
      tokens ?? { input: estimate, output: estimatedTokens(JSON.stringify(answer) ?? '') },
  );
  return {
    calls: replies.length,
    inputTokens: counted.reduce((sum, { input }) => sum + input, 0),
    outputTokens: counted.reduce((sum, { output }) => sum + output, 0),
  };
}

function assertComplete(stop: Reply['stop'], model: string, { maxTokens }: Prompt): void {
  if (stop === 'refusal') throw modelDeclined({ model });
  if (stop === 'length') throw modelAnswerTooLong({ model, maxTokens });
}
