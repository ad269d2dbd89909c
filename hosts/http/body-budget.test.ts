import { PassThrough } from 'node:stream';
import type { Request } from 'express';
import { expect, it } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

/** A request as far as a budget knows one: its answer can end. */
function requestWithAnswer(): { request: Request; answer: PassThrough } {
  const answer = new PassThrough();
  return { request: { res: answer } as unknown as Request, answer };
}

it('holds what all requests bring together, until their answers have ended', async () => {
  const budget = new BodyBudget(100, 0);
  const [first, second] = [requestWithAnswer(), requestWithAnswer()];
  const [add, addMore] = [budget.of(first.request), budget.of(second.request)];
  expect([add(60), addMore(40)]).toEqual([undefined, undefined]);
  for (const count of [add, addMore])
    expect(count(1)).toMatchObject({
      code: 'receiving_too_much',
      status: 429,
      details: { retryAfterSeconds: 5 },
    });
  const ended = new Promise((done) => first.answer.once('close', done));
  first.answer.destroy();
  await ended;
  expect([addMore(60), addMore(1)?.code]).toEqual([undefined, 'receiving_too_much']);
});

it('keeps no room for a request whose client is gone', async () => {
  const budget = new BodyBudget(100, 0);
  const gone = requestWithAnswer();
  const ended = new Promise((done) => gone.answer.once('close', done));
  gone.answer.destroy();
  await ended;
  budget.of(gone.request)(100);
  const { request } = requestWithAnswer();
  expect(budget.of(request)(100)).toBeUndefined();
});

it('always has room for a small body, and for the beginning of a large one', () => {
  const budget = new BodyBudget(100, 10);
  expect(budget.of(requestWithAnswer().request)(110)).toBeUndefined();
  const count = budget.of(requestWithAnswer().request);
  expect([count(6)?.code, count(4)?.code, count(1)?.code]).toEqual([
    undefined,
    undefined,
    'receiving_too_much',
  ]);
});
