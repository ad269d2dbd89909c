import { randomUUID } from 'node:crypto';
import { signInRequired, type Caller, type HostInfo, type WebExchange } from 'svc-registry/kernel';
import { methodNotAllowed, outdatedForm, pageNotFound } from '../contract/errors.js';
import {
  localPath,
  type FormProblem,
  type Page,
  type PageAnswer,
  type PageRequest,
  type Redirect,
} from '../contract/index.js';
import type { Assets } from './assets.js';
import { fileResponse } from './file-response.js';
import { enteredIn, isFromOtherSite, readForm } from './form.js';
import { invokeOnce, isDoneBefore } from './once.js';
import { pageResponse } from './page-response.js';
import type { FoundPage, PageTable } from './page-table.js';
import { formProblem, headersOf, isRefusal, statusOf, asSvcError } from './problems.js';
import type { Sessions } from './sessions.js';
import { Templates } from './templates.js';
import { Visit } from './visit.js';

interface Parts {
  readonly assets: Assets;
  readonly pages: PageTable;
  readonly host: HostInfo;
  readonly sessions: Sessions;
}

interface PageLookup {
  readonly exchange: WebExchange;
  /** Undefined when no page has this address. */
  readonly found: FoundPage | undefined;
  /** Whether errors are answered with a page as well. */
  readonly forPeople: boolean;
}

interface PageCall {
  readonly exchange: WebExchange;
  readonly found: FoundPage;
  readonly page: Page;
  readonly visit: Visit;
}

interface ContextOf {
  readonly exchange: WebExchange;
  readonly visit: Visit | undefined;
  readonly title: string;
}

/** The content of a form, and the reason why it was refused. */
interface Entered {
  readonly form: URLSearchParams;
  readonly problem?: FormProblem;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const NO_FORM: Entered = { form: new URLSearchParams() };
const ANONYMOUS: Caller = { kind: 'anonymous', id: null, label: 'anonymous' };
const DONE_BEFORE =
  'This form was sent twice and took effect once. What is shown only once, such as the value of a key, cannot be shown again: if you have not seen it, delete what was created and create it again.';
const ERROR_TEMPLATE = new URL('templates/error.njk', import.meta.url);
const SIGNED_OUT_TEMPLATE = new URL('templates/signed-out.njk', import.meta.url);

/** The path and query of a page. */
function addressOf({ exchange }: PageCall): string {
  const { pathname, search } = new URL(exchange.request.url);
  return pathname + search;
}

/** Calls pages, and turns their results into responses for browsers. */
export class PageAnswers {
  private readonly templates: Templates;

  constructor(private readonly parts: Parts) {
    this.templates = new Templates(parts.host.log);
  }

  async page({ exchange, found, forPeople }: PageLookup): Promise<Response> {
    let visit: Visit | undefined;
    try {
      visit = await Visit.of(exchange.request, await this.parts.sessions.load());
      if (found === undefined) throw pageNotFound();
      const call = { exchange, found, visit, page: await found.load() };
      return await (exchange.request.method === 'POST' ? this.submit(call) : this.open(call));
    } catch (error) {
      if (!forPeople) throw error;
      return this.error(exchange, error, visit);
    }
  }

  private error(exchange: WebExchange, thrown: unknown, visit?: Visit): Response {
    const { requestId } = exchange;
    const error = asSvcError(thrown);
    if (error.status >= 500)
      this.parts.host.log.error({ requestId, err: error.cause ?? thrown }, 'page failed');
    const { title, message, hint = '', status } = error;
    const page = this.context({ exchange, visit, title });
    const html = this.templates.render(ERROR_TEMPLATE, {
      title,
      message,
      hint,
      status,
      requestId,
      page,
    });
    return pageResponse({
      status: statusOf(error),
      body: html,
      headers: headersOf(error),
      cookies: visit?.cookies() ?? [],
    });
  }

  private async open(call: PageCall): Promise<Response> {
    if (this.needsSignIn(call)) return this.toSignIn(call);
    if (call.page.get === undefined)
      throw methodNotAllowed(undefined, { details: { allow: 'POST' } });
    try {
      return await this.show(call, NO_FORM);
    } catch (error) {
      // the session has ended in the meantime
      if (signInRequired.is(error) && call.visit.visitor === undefined) return this.toSignIn(call);
      throw error;
    }
  }

  private async submit(call: PageCall): Promise<Response> {
    const { visit, page } = call;
    const form = await readForm(call.exchange.request);
    if (page.post === undefined)
      throw methodNotAllowed(undefined, { details: { allow: 'GET, HEAD' } });
    if (this.needsSignIn(call)) return this.signedOut(call, form);
    try {
      if (!visit.acceptsCsrfToken(form.get('csrf') ?? '')) throw outdatedForm();
      return await this.respond(call, await page.post(this.request(call, { form })), NO_FORM);
    } catch (error) {
      if (page.get === undefined || !isRefusal(error)) throw error;
      if (isDoneBefore(error))
        return this.go(call, { location: addressOf(call), notice: DONE_BEFORE });
      return this.show(call, {
        form,
        problem: formProblem(error, form),
        status: statusOf(error),
        headers: headersOf(error),
      });
    }
  }

  private async show(call: PageCall, entered: Entered): Promise<Response> {
    const answer = await call.page.get?.(this.request(call, entered));
    if (answer === undefined) throw methodNotAllowed();
    return this.respond(call, answer, entered);
  }

  private async respond(call: PageCall, answer: PageAnswer, entered: Entered): Promise<Response> {
    const { visit, found, exchange } = call;
    if ('location' in answer) return this.go(call, answer);
    if ('body' in answer) return fileResponse(answer, visit.cookies());
    const { title } = found.data;
    const page = {
      ...this.context({ exchange, visit, title }),
      form: entered.form,
      problem: entered.problem,
      notice: visit.takeNotice(),
    };
    const html = this.templates.render(answer.template, { ...answer.data, page });
    return pageResponse({
      status: entered.status ?? 200,
      body: html,
      headers: entered.headers ?? {},
      cookies: visit.cookies(),
    });
  }

  private async go(
    { visit }: PageCall,
    { location, notice, startSession, endSession }: Redirect,
  ): Promise<Response> {
    if (localPath(location) === undefined)
      throw new Error(`A page redirects to "${location}", which is not a path of this server.`);
    if (startSession !== undefined || endSession === true)
      await visit.change(await this.parts.sessions.load(), startSession);
    if (notice !== undefined) visit.leaveNotice(notice);
    return pageResponse({ status: 303, headers: { Location: location }, cookies: visit.cookies() });
  }

  private needsSignIn({ found, visit }: PageCall): boolean {
    return found.data.access === 'signed-in' && visit.visitor === undefined;
  }

  /** The session has ended before the form arrived: what was entered is kept for when the person has signed in again. */
  private signedOut(call: PageCall, form: URLSearchParams): Response {
    const { exchange, page, visit } = call;
    const { pages } = this.parts.sessions;
    const entries = enteredIn(form);
    // a form that replaces the session, sent twice by a double click, finds the old one ended
    const isKept = entries.length > 0 && !form.has('replaces-session');
    if (pages === undefined || page.get === undefined || !isKept) return this.toSignIn(call);
    const html = this.templates.render(SIGNED_OUT_TEMPLATE, {
      address: addressOf(call),
      entries,
      signIn: pages.signIn,
      page: this.context({ exchange, visit, title: 'You are signed out' }),
    });
    return pageResponse({ status: 403, body: html, cookies: visit.cookies() });
  }

  private toSignIn(call: PageCall): Response {
    const { page, visit } = call;
    const { pages } = this.parts.sessions;
    if (pages === undefined) throw signInRequired();
    const next = page.get === undefined ? '' : `?next=${encodeURIComponent(addressOf(call))}`;
    return pageResponse({
      status: 303,
      headers: { Location: pages.signIn + next },
      cookies: visit.cookies(),
    });
  }

  private request({ exchange, found, visit }: PageCall, { form, problem }: Entered): PageRequest {
    const { address, request } = exchange;
    const { origin, searchParams: query } = new URL(request.url);
    const { visitor } = visit;
    return {
      caller: visitor?.caller ?? ANONYMOUS,
      invoke: invokeOnce({ exchange, credential: visitor?.credential, form }),
      params: found.params,
      query,
      form,
      problem,
      origin,
      address,
      fromOtherSite: isFromOtherSite(request),
      userAgent: request.headers.get('user-agent') ?? '',
    };
  }

  /** Template values of all pages. */
  private context({ exchange, visit, title }: ContextOf) {
    const { assets, pages, sessions, host } = this.parts;
    const { origin, pathname, searchParams } = new URL(exchange.request.url);
    const caller = visit?.visitor?.caller;
    return {
      title,
      origin,
      path: pathname,
      // a page that shows something that goes on reloads itself when the person has asked for that
      reload: searchParams.get('reload') === 'on',
      caller,
      version: host.version,
      assets: assets.paths,
      // without a visit the session is unknown, so the page does not offer to sign in
      sessions: visit === undefined ? undefined : sessions.pages,
      navigation: pages.navigation.for(caller, pathname),
      maySearch: visit?.maySearch ?? false,
      // a page may lead to one of a module that is not loaded everywhere
      exists: (path: string) => pages.find(path) !== undefined,
      // called by forms only: a page without a form sets no cookie
      csrf: () => visit?.csrfToken() ?? '',
      idempotencyKey: () => randomUUID(),
    };
  }
}
