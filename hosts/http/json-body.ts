import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { invalidInput } from 'svc-registry/kernel';
import { jsonErrorPosition } from '../../toolbox/json-error.js';
import { isRecord } from '../../toolbox/type-guards.js';
import { unsupportedBody } from '../module/contract/errors.js';
import { bodies, strangersBodies, type BodyBudget } from './body-budget.js';
import { checkKeys } from './checked-json.js';
import { requireSmall, type JsonLimits } from './json-size.js';
import { inTime, receiveBody, type BodyLimits } from './request-body.js';

export const JSON_LIMITS: JsonLimits = { bytes: 1024 * 1024, values: 5_000 };
const SECONDS = 60;

const hasBody = ({ headers }: Request): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/** The whole body. `seconds` is the limit for all of it. */
async function readWhole(request: Request, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const collect = async (): Promise<void> => {
    for await (const chunk of receiveBody(request, limits)) chunks.push(chunk);
  };
  await inTime(collect(), limits.seconds);
  return Buffer.concat(chunks);
}

/** The bytes as text without a byte order mark. Throws when they are not UTF-8, or are declared as something else. */
function textOf(bytes: Buffer, contentType = ''): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([^;"\s]+)/i.exec(contentType) ?? [];
  if (charset.toLowerCase() !== 'utf-8' || !isUtf8(bytes))
    throw unsupportedBody({ what: 'The request body is not valid UTF-8.' });
  return new TextDecoder().decode(bytes);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = jsonErrorPosition(text);
    const where =
      position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
    throw invalidInput(
      { what: `The request body is not a JSON object${where}.` },
      { issues: [{ message: (error as Error).message, ...position }] },
    );
  }
}

export interface JsonBodyOptions {
  readonly limits?: JsonLimits;
  readonly budget?: BodyBudget;
  /** Seconds within which the whole body has to arrive. */
  readonly seconds?: number;
}

/** The JSON object in a request's body; `undefined` for an empty body. */
export async function readJsonBody(
  request: Request,
  { limits = JSON_LIMITS, budget = bodies, seconds = SECONDS }: JsonBodyOptions = {},
): Promise<Record<string, unknown> | undefined> {
  if (!hasBody(request)) return undefined;
  if (request.is(['application/json', 'application/*+json']) === false)
    throw unsupportedBody({ what: 'The request body is not of type application/json.' });
  const bytes = await readWhole(request, { bytes: limits.bytes, budget, seconds });
  if (bytes.length === 0) return undefined;
  const text = textOf(bytes, request.headers['content-type']);
  const keys = requireSmall(bytes, limits);
  const body = parse(text);
  if (!isRecord(body)) throw invalidInput({ what: 'The request body must be a JSON object.' });
  checkKeys(body, { text, keys });
  return body;
}

/** The bytes of the body of a request that no operation answers; `undefined` for an empty body. */
export async function readWebBody(
  request: Request,
  { bytes, seconds = SECONDS }: Pick<BodyLimits, 'bytes'> & Partial<Pick<BodyLimits, 'seconds'>>,
): Promise<Buffer | undefined> {
  if (!hasBody(request)) return undefined;
  return readWhole(request, { bytes, budget: strangersBodies, seconds });
}
