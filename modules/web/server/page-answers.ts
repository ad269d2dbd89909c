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
import { isFromOtherSite, readForm } from './form.js';
import { pageResponse } from './page-response.js';
import type { FoundPage, PageTable } from './page-table.js';
import { formProblem, headersOf, isRefusal, statusOf, toldError } from './problems.js';
import type { Sessions } from './sessions.js';
import { Templates } from './templates.js';
import { Visit } from './visit.js';

interface Parts {
  readonly assets: Assets;
  readonly pages: PageTable;
  readonly host: HostInfo;
  readonly sessions: Sessions;
}

interface AskedPage {
  readonly exchange: WebExchange;
  /** Undefined when no page has this address. */
  readonly page: FoundPage | undefined;
  /** Whether errors are answered with a page as well. */
  readonly forPeople: boolean;
}

interface Turn {
  readonly exchange: WebExchange;
  readonly found: FoundPage;
  readonly page: Page;
  readonly visit: Visit;
}

/** The content of a form, and the reason why it was refused. */
interface Entered {
  readonly form: URLSearchParams;
  readonly problem?: FormProblem;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const NOTHING: Entered = { form: new URLSearchParams() };
const STRANGER: Caller = { kind: 'anonymous', id: null, label: 'anonymous' };
const ERROR_TEMPLATE = new URL('templates/error.njk', import.meta.url);

/** Calls pages, and turns their results into responses for browsers. */
export class PageAnswers {
  private readonly templates = new Templates();

  constructor(private readonly parts: Parts) {}

  async page({ exchange, page: found, forPeople }: AskedPage): Promise<Response> {
    let visit: Visit | undefined;
    try {
      visit = await Visit.of(exchange.request, await this.parts.sessions.load());
      if (found === undefined) throw pageNotFound();
      const turn = { exchange, found, visit, page: await found.load() };
      return await (exchange.request.method === 'POST' ? this.submit(turn) : this.open(turn));
    } catch (error) {
      if (!forPeople) throw error;
      return this.error(exchange, error, visit);
    }
  }

  private error(exchange: WebExchange, thrown: unknown, visit?: Visit): Response {
    const { requestId } = exchange;
    const error = toldError(thrown);
    if (error.status >= 500)
      this.parts.host.log.error({ requestId, err: error.cause ?? thrown }, 'page failed');
    const { title, message, hint = '', status } = error;
    const data = {
      title,
      message,
      hint,
      status,
      requestId,
      page: this.context({ exchange, visit, title }),
    };
    const html = this.templates.render(ERROR_TEMPLATE, data);
    return pageResponse({
      status: statusOf(error),
      html,
      headers: headersOf(error),
      cookies: visit?.cookies() ?? [],
    });
  }

  private async open(turn: Turn): Promise<Response> {
    if (this.needsSignIn(turn)) return this.toSignIn(turn);
    if (turn.page.get === undefined)
      throw methodNotAllowed(undefined, { details: { allow: 'POST' } });
    try {
      return await this.show(turn, NOTHING);
    } catch (error) {
      // the session has ended in the meantime
      if (signInRequired.is(error) && turn.visit.visitor === undefined) return this.toSignIn(turn);
      throw error;
    }
  }

  private async submit(turn: Turn): Promise<Response> {
    const { visit, page } = turn;
    const form = await readForm(turn.exchange.request);
    if (page.post === undefined)
      throw methodNotAllowed(undefined, { details: { allow: 'GET, HEAD' } });
    if (this.needsSignIn(turn)) return this.toSignIn(turn);
    try {
      if (!visit.acceptsCsrfToken(form.get('csrf') ?? '')) throw outdatedForm();
      return await this.go(turn, await page.post(this.request(turn, { form })));
    } catch (error) {
      if (page.get === undefined || !isRefusal(error)) throw error;
      return this.show(turn, {
        form,
        problem: formProblem(error),
        status: statusOf(error),
        headers: headersOf(error),
      });
    }
  }

  private async show(turn: Turn, entered: Entered): Promise<Response> {
    const { visit, found, page, exchange } = turn;
    const request = this.request(turn, entered);
    const answer: PageAnswer | undefined = await page.get?.(request);
    if (answer === undefined) throw methodNotAllowed();
    if ('location' in answer) return this.go(turn, answer);
    const { title } = found.data;
    const context = {
      ...this.context({ exchange, visit, title }),
      form: entered.form,
      problem: entered.problem,
    };
    const notice = visit.takeNotice();
    const html = this.templates.render(answer.template, {
      ...answer.data,
      page: Object.assign(context, { notice }),
    });
    return pageResponse({
      status: entered.status ?? 200,
      html,
      headers: entered.headers ?? {},
      cookies: visit.cookies(),
    });
  }

  private async go(
    { visit }: Turn,
    { location, notice, startSession, endSession }: Redirect,
  ): Promise<Response> {
    if (localPath(location) === undefined)
      throw new Error(`A page redirects to "${location}", which is no path of this server.`);
    if (startSession !== undefined || endSession === true)
      await visit.change(await this.parts.sessions.load(), startSession);
    if (notice !== undefined) visit.leaveNotice(notice);
    return pageResponse({ status: 303, headers: { Location: location }, cookies: visit.cookies() });
  }

  private needsSignIn({ found, visit }: Turn): boolean {
    return found.data.access === 'signed-in' && visit.visitor === undefined;
  }

  private toSignIn({ exchange, page, visit }: Turn): Response {
    const { pages } = this.parts.sessions;
    if (pages === undefined) throw signInRequired();
    const { pathname, search } = new URL(exchange.request.url);
    const next = page.get === undefined ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return pageResponse({
      status: 303,
      headers: { Location: pages.signIn + next },
      cookies: visit.cookies(),
    });
  }

  private request({ exchange, found, visit }: Turn, { form, problem }: Entered): PageRequest {
    const { address, request, invokeAs } = exchange;
    const { origin, searchParams: query } = new URL(request.url);
    const { visitor } = visit;
    const userAgent = request.headers.get('user-agent') ?? '';
    const fromOtherSite = isFromOtherSite(request);
    const who = { caller: visitor?.caller ?? STRANGER, invoke: invokeAs(visitor?.credential) };
    return {
      ...who,
      params: found.params,
      query,
      form,
      problem,
      origin,
      fromOtherSite,
      address,
      userAgent,
    };
  }

  /** Template values of all pages. A page without a form sets no cookie for one. */
  private context({
    exchange,
    visit,
    title,
  }: {
    exchange: WebExchange;
    visit: Visit | undefined;
    title: string;
  }) {
    const { assets, pages, sessions, host } = this.parts;
    const { origin, pathname } = new URL(exchange.request.url);
    const caller = visit?.visitor?.caller;
    // without a visit the session is unknown, so the page does not offer to sign in
    const sessionPages = visit === undefined ? undefined : sessions.pages;
    return {
      title,
      origin,
      path: pathname,
      caller,
      version: host.version,
      assets: assets.paths,
      sessions: sessionPages,
      navigation: caller === undefined ? [] : pages.navigation,
      csrf: () => visit?.csrfToken() ?? '',
    };
  }
}
