import {
  extensionsKey,
  hostKey,
  type Extensions,
  type HostInfo,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { Assets } from './assets.js';
import { PageAnswers } from './page-answers.js';
import { PageTable } from './page-table.js';
import { Sessions } from './sessions.js';

/** Address prefixes of operations, including addresses without one. */
const FOR_PROGRAMS = /^\/(v1|experimental|users)(\/|$)/;

const isForPeople = ({ headers }: Request): boolean =>
  /\btext\/html\b/.test(headers.get('accept') ?? '');

/** Answers browsers with pages, also for errors. Other programs get neither. */
@injectable()
export class PagesHandler implements WebHandler {
  private readonly assets = new Assets();
  private readonly pages: PageTable;
  private readonly answers: PageAnswers;

  constructor(@inject(extensionsKey) extensions: Extensions, @inject(hostKey) host: HostInfo) {
    this.pages = new PageTable(extensions, host.log);
    const { assets, pages } = this;
    this.answers = new PageAnswers({ assets, pages, host, sessions: new Sessions(extensions) });
  }

  async handle(exchange: WebExchange): Promise<Response | undefined> {
    const { request } = exchange;
    const { pathname } = new URL(request.url);
    const page = this.pages.find(pathname);
    const forPeople = isForPeople(request);
    if (page === undefined && (!forPeople || FOR_PROGRAMS.test(pathname)))
      return this.assets.answer(pathname);
    // for a program, the root path describes the API
    if (pathname === '/' && !forPeople) return undefined;
    return this.assets.answer(pathname) ?? this.answers.page({ exchange, found: page, forPeople });
  }
}
