import { inject, injectable } from 'tsyringe';
import {
  connectionKey,
  hostKey,
  isSvcError,
  serverUnreachable,
  type Context,
  type FileResult,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { failureOf, fileOf, jsonOf } from '../../../kernel/invoke/http-response.js';
import { reasonOf } from '../../../kernel/invoke/unreachable.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { ApiAnswer, ApiCallInput } from '../contract/api-call.js';
import { apiRequest, type ApiRequest } from './api-request.js';

/** Most pages that are collected into one document. */
const MOST_PAGES = 1000;

interface ListAnswer {
  readonly data: readonly unknown[];
  readonly links?: { readonly next?: unknown };
}

@injectable()
export class ApiCallHandler implements Handler<ApiCallInput, ApiAnswer> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: ApiCallInput, { cwd, signal, progress }: Context): Promise<ApiAnswer> {
    const { origin, token, warning } = await (
      await this.runtime.kernel().get(connectionKey)
    ).current();
    const { stdin, version } = this.host;
    const request = await apiRequest(input, { origin, cwd, stdin });
    if (warning !== undefined) progress.warn(warning);
    request.headers.set('user-agent', `svc/${version}`);
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
    const way = { fetch: this.host.fetch, signal };
    const answer = await send(request, way);
    return input.paginate === true ? allPages(answer, request, way) : answer;
  }
}

interface Way {
  readonly fetch: HostInfo['fetch'];
  readonly signal: AbortSignal;
}

async function send(
  { url, method, headers, body }: ApiRequest,
  { fetch, signal }: Way,
): Promise<ApiAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw await failureOf(response, url);
    return await answerOf(response, url);
  } catch (error) {
    if (isSvcError(error) || signal.aborted) throw error;
    throw serverUnreachable({ url: url.origin, why: reasonOf(error) }, { cause: error });
  }
}

/** An answer that is not JSON is passed on unchanged. */
async function answerOf(response: Response, url: URL): Promise<ApiAnswer> {
  const found = await jsonOf(response, url);
  return found === undefined
    ? ((await fileOf(response, url)) satisfies FileResult)
    : (found.value as ApiAnswer);
}

function isList(answer: ApiAnswer): answer is ListAnswer {
  return Array.isArray((answer as Partial<ListAnswer> | null)?.data);
}

/** Collects all pages. The server provides the link to the next one, so it is followed only to the same server: the token must not leak. */
async function allPages(first: ApiAnswer, request: ApiRequest, way: Way): Promise<ApiAnswer> {
  if (!isList(first)) return first;
  const data = [...first.data];
  let page: ApiAnswer = first;
  for (
    let count = 1;
    count < MOST_PAGES && isList(page) && typeof page.links?.next === 'string';
    count++
  ) {
    const url = new URL(page.links.next, request.url);
    if (url.origin !== request.url.origin) break;
    page = await send({ ...request, url }, way);
    if (isList(page)) data.push(...page.data);
  }
  return { data };
}
