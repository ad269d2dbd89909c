import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { parseTree, type ParseError } from 'jsonc-parser';
import { invalidInput } from 'svc-registry/kernel';
import { bodyTooLarge, unsupportedBody } from '../module/contract/errors.js';
import { inTime } from './in-time.js';
import { requireSane } from './sane-json.js';

export const JSON_BODY_LIMIT = 1024 * 1024;
const SECONDS = 60;

/** Bodies as they were sent, until they are read. */
const sent = new WeakMap<object, Buffer>();

const parseJson = express.json({
  limit: JSON_BODY_LIMIT,
  inflate: false,
  type: ['application/json', 'application/*+json'],
  verify: (request, _response, bytes) => {
    sent.set(request, bytes);
    if (!isUtf8(bytes)) throw unsupportedBody({ what: 'The request body is not valid UTF-8.' });
  },
});

const json: Parser = { parse: parseJson, limit: JSON_BODY_LIMIT };

/** What a page's form may send. */
const FORM_LIMIT = 64 * 1024;
const form: Parser = { parse: express.raw({ limit: FORM_LIMIT, inflate: false, type: () => true }), limit: FORM_LIMIT };

type BodyError = Error & { readonly type?: string; readonly body?: string };

/** Line and column (from 1) of the first mistake in JSON text. */
function placeOf(text: string): { line: number; column: number } | undefined {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    // nested deeper than the parser can follow
    if (!(error instanceof RangeError)) throw error;
  }
  const [first] = errors;
  if (first === undefined) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function notJson({ body, message }: BodyError): Error {
  const place = typeof body === 'string' ? placeOf(body) : undefined;
  const where = place === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
  return invalidInput({ what: `The request body is not a JSON object${where}.` }, { issues: [{ message, ...place }] });
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

const hasBody = ({ headers }: Request): boolean => 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

interface Parser {
  readonly parse: RequestHandler;
  readonly limit: number;
}

/** Told as soon as it is known: the parser waits for the end of what it does not take. */
function tooLarge(request: Request, limit: number): Promise<never> {
  return new Promise((_, failed) => {
    let size = 0;
    const add = (bytes: number): void => {
      size += bytes;
      if (size > limit) failed(bodyTooLarge({ limit }));
    };
    const length = request.headers['content-length'];
    if (length !== undefined) add(Number(length));
    else
      request.on('data', (chunk: Buffer) => {
        add(chunk.length);
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

function received(parser: Parser, request: Request, response: Response): Promise<void> {
  return Promise.race([tooLarge(request, parser.limit), parsed(parser, request, response)]);
}

/** The JSON object that a request carries; `undefined` when it carries nothing. The whole of it has to come within `seconds`. */
export async function readJsonBody(request: Request, response: Response, seconds = SECONDS): Promise<Record<string, unknown> | undefined> {
  if (!hasBody(request)) return undefined;
  await inTime(received(json, request, response), seconds);
  const body = request.body as unknown;
  if (body === undefined) throw unsupportedBody({ what: 'The request body is not of type application/json.' });
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidInput({ what: 'The request body must be a JSON object.' });
  requireSane(body, String(sent.get(request) ?? ''));
  return body as Record<string, unknown>;
}

/** The bytes that a request carries, at most 64 KiB; `undefined` when it carries nothing. */
export async function readFormBody(request: Request, response: Response): Promise<Buffer | undefined> {
  if (!hasBody(request)) return undefined;
  await inTime(received(form, request, response), SECONDS);
  return request.body as Buffer;
}
