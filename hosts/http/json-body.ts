import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { invalidInput } from 'svc-registry/kernel';
import { jsonErrorPosition } from '../../toolbox/json-error.js';
import { isRecord } from '../../toolbox/type-guards.js';
import { bodyTooLarge, unsupportedBody } from '../module/contract/errors.js';
import { bodies, strangersBodies, type BodyBudget } from './body-budget.js';
import { inTime } from './in-time.js';
import { requireSmall, type JsonLimits } from './json-size.js';
import { checkKeys, type KeyedText } from './checked-json.js';

export const JSON_LIMITS: JsonLimits = { bytes: 1024 * 1024, values: 5_000 };
const SECONDS = 60;

/** The limits of requests whose body is being read. */
const limitsOf = new WeakMap<object, JsonLimits>();

/** The text of bodies that are parsed and not yet checked. */
const sent = new WeakMap<object, KeyedText>();

const parseJson = express.json({
  limit: JSON_LIMITS.bytes,
  inflate: false,
  type: ['application/json', 'application/*+json'],
  // eslint-disable-next-line no-restricted-syntax -- the parser's own signature
  verify: (request, _response, bytes, encoding) => {
    if (encoding !== 'utf-8' || !isUtf8(bytes))
      throw unsupportedBody({ what: 'The request body is not valid UTF-8.' });
    sent.set(request, {
      text: () => String(bytes),
      keys: requireSmall(bytes, limitsOf.get(request) ?? JSON_LIMITS),
    });
  },
});

/** Bytes that a page's form may send. */
const FORM_LIMIT = 64 * 1024;
const parseForm = express.raw({ limit: FORM_LIMIT, inflate: false, type: () => true });

type BodyError = Error & { readonly type?: string; readonly body?: string };

function notJson({ body, message }: BodyError): Error {
  const place = typeof body === 'string' ? jsonErrorPosition(body) : undefined;
  const where = place === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
  return invalidInput(
    { what: `The request body is not a JSON object${where}.` },
    { issues: [{ message, ...place }] },
  );
}

function translate(error: BodyError, limit: number): Error {
  switch (error.type) {
    case 'entity.too.large':
      return bodyTooLarge({ limit });
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return unsupportedBody({ what: error.message });
    case 'entity.parse.failed':
      return notJson(error);
    case 'request.aborted':
    case 'request.size.invalid':
      return invalidInput({ what: 'The request body is not as long as its Content-Length says.' });
    default:
      return error;
  }
}

const hasBody = ({ headers }: Request): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

interface Parser {
  readonly parse: RequestHandler;
  readonly limit: number;
  readonly budget: BodyBudget;
}

/** Fails as soon as the body exceeds its limit: the parser itself would wait for the end of the body. */
function tooLarge(request: Request, { limit, budget }: Parser): Promise<never> {
  return new Promise((_, failed) => {
    const count = budget.of(request);
    let size = 0;
    request.on('data', ({ length }: Buffer) => {
      size += length;
      if (size > limit) failed(bodyTooLarge({ limit }));
      const full = count(length);
      if (full === undefined) return;
      // stops the parser from buffering the rest of the body
      request.removeAllListeners('data');
      failed(full);
    });
  });
}

function parsed({ parse, limit }: Parser, request: Request, response: Response): Promise<void> {
  return new Promise((done, failed) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined) done();
      else failed(translate(error as BodyError, limit));
    });
  });
}

async function received(parser: Parser, request: Request, response: Response): Promise<void> {
  const { limit } = parser;
  // the parser would read the whole body before refusing it
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge({ limit });
  return Promise.race([tooLarge(request, parser), parsed(parser, request, response)]);
}

export interface JsonBodyOptions {
  readonly limits?: JsonLimits;
  readonly budget?: BodyBudget;
  /** Seconds within which the whole body has to arrive. */
  readonly seconds?: number;
}

const usual = { limits: JSON_LIMITS, budget: bodies, seconds: SECONDS };

/** The JSON object in a request's body; `undefined` for an empty body. */
export async function readJsonBody(
  request: Request,
  response: Response,
  options: JsonBodyOptions = {},
): Promise<Record<string, unknown> | undefined> {
  if (!hasBody(request)) return undefined;
  const { limits, budget, seconds } = { ...usual, ...options };
  limitsOf.set(request, limits);
  await inTime(
    received({ parse: parseJson, limit: limits.bytes, budget }, request, response),
    seconds,
  );
  const body = request.body as unknown;
  if (body === undefined)
    throw unsupportedBody({ what: 'The request body is not of type application/json.' });
  const text = sent.get(request);
  if (!isRecord(body) || text === undefined)
    throw invalidInput({ what: 'The request body must be a JSON object.' });
  checkKeys(body, text);
  return body;
}

/** The bytes of a request's body, at most 64 KiB; `undefined` for an empty body. */
export async function readFormBody(
  request: Request,
  response: Response,
): Promise<Buffer | undefined> {
  if (!hasBody(request)) return undefined;
  await inTime(
    received({ parse: parseForm, limit: FORM_LIMIT, budget: strangersBodies }, request, response),
    SECONDS,
  );
  return request.body as Buffer;
}
