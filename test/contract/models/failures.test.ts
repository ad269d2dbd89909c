import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SvcError } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { modelsKey, type ModelQuestion } from '../../../modules/models/contract/index.js';
import { builtInModules } from '../../../hosts/testing/index.js';
import { answering, dialects, ModelEndpoint, type Answer, type Dialect } from './model-endpoint.js';

const KEY = 'sk-canary-0123456789abcdef';
// providers quote the key
const quoting = (text = ''): object => ({ error: { message: `${text} Key provided: ${KEY}` } });

const question = {
  purpose: 'test.grade',
  system: 'Grade the text.',
  data: [{ name: 'text', text: 'Good.' }],
  schema: {
    type: 'object',
    properties: { grade: { type: 'integer' } },
    required: ['grade'],
    additionalProperties: false,
  },
} satisfies ModelQuestion;

interface Failure {
  readonly what: string;
  readonly answer: (dialect: Dialect) => Answer;
  readonly code: string;
  /** 6 is tried again by jobs, others are final. */
  readonly exit: number;
  readonly details?: object;
  readonly text: RegExp;
  readonly request?: Partial<ModelQuestion>;
}

const status = (
  code: number,
  rest: Omit<Failure, 'what' | 'answer'> & { said?: string; headers?: Record<string, string> },
): Failure => ({
  what: `${code} ${rest.said ?? ''}`,
  answer: () => answering(code, quoting(rest.said), rest.headers),
  details: { modelStatus: code },
  ...rest,
});

const failures: readonly Failure[] = [
  status(401, { code: 'model_refused', exit: 3, text: /does not accept the key/ }),
  status(402, { code: 'model_refused', exit: 3, text: /no credit is left/ }),
  status(400, {
    said: 'Your credit balance is too low',
    code: 'model_refused',
    exit: 3,
    text: /no credit is left/,
  }),
  status(429, {
    said: 'insufficient_quota',
    code: 'model_refused',
    exit: 3,
    text: /no credit is left/,
  }),
  status(403, { code: 'model_refused', exit: 3, text: /may not be used with this key/ }),
  status(404, { code: 'model_refused', exit: 3, text: /is unknown at its address/ }),
  status(429, {
    code: 'model_unavailable',
    exit: 6,
    headers: { 'retry-after': '7' },
    details: { modelStatus: 429, retryAfterSeconds: 7 },
    text: /limits requests/,
  }),
  status(429, {
    code: 'model_unavailable',
    exit: 6,
    headers: {
      date: 'Tue, 01 Jan 2030 00:00:00 GMT',
      'retry-after': 'Tue, 01 Jan 2030 00:00:07 GMT',
    },
    details: { modelStatus: 429, retryAfterSeconds: 7 },
    text: /limits requests/,
  }),
  status(503, { code: 'model_unavailable', exit: 6, text: /is overloaded.*later/ }),
  status(529, {
    code: 'model_unavailable',
    exit: 6,
    headers: { 'retry-after': '100000000' },
    details: { modelStatus: 529, retryAfterSeconds: 3600 },
    text: /is overloaded/,
  }),
  status(500, { code: 'model_unavailable', exit: 6, text: /answers with the status 500/ }),
  status(400, { code: 'model_refused', exit: 3, text: /answers with the status 400/ }),
  status(413, { code: 'model_refused', exit: 3, text: /cannot read so much text/ }),
  {
    what: 'a redirect',
    answer: ({ path }) => answering(307, '', { location: `http://127.0.0.1:1${path}` }),
    code: 'model_refused',
    exit: 3,
    text: /answers with the status 307/,
  },
  {
    what: 'a text that is too long for it',
    answer: ({ tooLong }) => answering(400, tooLong),
    code: 'model_refused',
    exit: 3,
    details: { modelStatus: 400 },
    text: /cannot read so much text/,
  },
  {
    what: 'silence',
    answer: () => () => undefined,
    request: { timeLimitSeconds: 0.1 },
    code: 'model_unavailable',
    exit: 6,
    text: /does not answer within 0\.1 s/,
  },
  {
    what: 'an answer that does not end',
    answer: () => (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"content": [');
    },
    request: { timeLimitSeconds: 0.1 },
    code: 'model_unavailable',
    exit: 6,
    text: /does not answer within 0\.1 s/,
  },
  {
    what: 'an answer that is cut off',
    answer: () => (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(`{"content": "${KEY}`, () => response.destroy());
    },
    code: 'model_unavailable',
    exit: 6,
    text: /breaks the connection off/,
  },
  {
    what: 'a page of a proxy',
    answer: () => answering(200, `<html>${KEY}</html>`),
    code: 'model_unavailable',
    exit: 6,
    text: /does not speak its protocol/,
  },
  {
    what: 'an answer against the schema',
    answer: ({ value }) => answering(200, value({ grade: KEY })),
    code: 'model_unavailable',
    exit: 6,
    text: /it must be integer \(#\/properties\/grade\/type\)/,
  },
  {
    what: 'an answer with a key of its own',
    answer: ({ value }) => answering(200, value({ grade: 1, [KEY]: 1 })),
    code: 'model_unavailable',
    exit: 6,
    text: /must NOT have additional properties/,
  },
  {
    what: 'the key as a name',
    answer: ({ value }) => answering(200, value({ [KEY]: 'A' })),
    request: { schema: { type: 'object', additionalProperties: { type: 'integer' } } },
    code: 'model_unavailable',
    exit: 6,
    text: /it must be integer \(#\/additionalProperties\/type\)/,
  },
  {
    what: 'prose in place of a value',
    answer: ({ prose }) => answering(200, prose(`It is a 4. ${KEY}`)),
    code: 'model_unavailable',
    exit: 6,
    text: /it must be object/,
  },
  {
    what: 'a refusal',
    answer: ({ refusal }) => answering(200, refusal),
    code: 'model_refused',
    exit: 3,
    text: /declines to answer/,
  },
  {
    what: 'an answer that the limit cut off',
    answer: ({ cutOff }) => answering(200, cutOff),
    request: { maxTokens: 12 },
    code: 'model_refused',
    exit: 3,
    text: /has more to answer than it may/,
  },
];

describe.each(dialects)('$model fails with', (dialect) => {
  let endpoint: ModelEndpoint;
  let host: TestHost | undefined;

  beforeEach(async () => {
    endpoint = await ModelEndpoint.start();
  });
  afterEach(async () => {
    await host?.stop();
    await endpoint.close();
  });

  async function failureOf(
    origin: string,
    request: Partial<ModelQuestion> = {},
  ): Promise<SvcError> {
    const env = {
      SVC_MODEL: dialect.model,
      SVC_MODEL_BASE_URL: dialect.baseUrl(origin),
      SVC_MODEL_API_KEY: KEY,
    };
    host = await startTestHost({ modules: await builtInModules(), facet: 'client', env });
    const models = await host.get(modelsKey);
    return models.ask({ ...question, ...request }).then(
      () => Promise.reject(new Error('it answers')),
      (error: unknown) => error as SvcError,
    );
  }

  /** All that anybody gets to see of a failure, the causes in the log included. */
  function withoutKey(error: SvcError): string {
    const { message, hint = '' } = error;
    const all = inspect([error, Object.entries(error), host!.log, host!.warnings], { depth: 20 });
    expect(all).not.toContain(KEY);
    return `${message} ${hint}`;
  }

  it.each(failures)('$code for $what', async ({ answer, request, code, exit, text, details }) => {
    endpoint.answer = answer(dialect);
    const error = await failureOf(endpoint.origin, request);
    expect(error).toMatchObject({
      code,
      exit,
      hint: expect.any(String),
      ...(details && { details }),
    });
    expect(withoutKey(error)).toMatch(text);
    expect(endpoint.sent).toHaveLength(1);
  });

  it('model_unavailable where nothing listens', async () => {
    await endpoint.close();
    const error = await failureOf(endpoint.origin);
    expect(error).toMatchObject({ code: 'model_unavailable', exit: 6 });
    expect(withoutKey(error)).toMatch(/cannot be reached.*ECONNREFUSED/);
  });

  it('model_unavailable for a name that does not exist', async () => {
    const error = await failureOf('http://nowhere.invalid');
    expect(error).toMatchObject({ code: 'model_unavailable', exit: 6 });
    expect(withoutKey(error)).toMatch(/cannot be reached.*(ENOTFOUND|EAI_AGAIN)/);
  });

  it('the error of one vote of several, while the tokens of the others are counted', async () => {
    endpoint.answer = (response) => {
      const first = endpoint.sent.length === 1;
      const answer = first
        ? answering(500, quoting())
        : answering(200, dialect.value({ grade: 1 }));
      answer(response);
    };
    const budget = { tokens: 100_000, used: 0 };
    const error = await failureOf(endpoint.origin, { votes: 3, budget });
    expect(error).toMatchObject({ code: 'model_unavailable' });
    expect(budget.used).toBe(36);
  });
});
