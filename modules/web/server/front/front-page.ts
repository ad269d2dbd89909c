import { inject, injectable } from 'tsyringe';
import {
  shownTime,
  view,
  type Page,
  type PageAnswer,
  type PageRequest,
} from '../../contract/index.js';
import { FrontParts } from './front-parts.js';

const forStrangers = new URL('strangers.njk', import.meta.url);
const forSignedIn = new URL('signed-in.njk', import.meta.url);
/** Parts from this order on stand below what waits. */
const AFTER_WAITING = 10;
/** Of each part. */
const MOST_WAITING = 10;

/** The page at `/`: what the server offers, and what waits for the person. */
@injectable()
export class FrontPage implements Page {
  constructor(@inject(FrontParts) private readonly parts: FrontParts) {}

  async get(request: PageRequest): Promise<PageAnswer> {
    const leading = await this.parts.ask(request, (part) => part.instead?.(request));
    const elsewhere = leading.find(({ value }) => value !== undefined)?.value;
    if (elsewhere !== undefined) return elsewhere;
    const asked = await this.parts.ask(request, (part) => part.section?.(request));
    const sections = asked.flatMap(({ data, value, failed }) =>
      value === undefined && !failed ? [] : [{ value, ...data }],
    );
    if (request.caller.kind === 'anonymous') return view(forStrangers, { sections });
    const [lead, rest] = [true, false].map((isLead) =>
      sections.filter(({ order }) => order < AFTER_WAITING === isLead),
    );
    return view(forSignedIn, { lead, rest, ...(await this.#waiting(request)) });
  }

  async #waiting(request: PageRequest) {
    const asked = await this.parts.ask(request, (part) => part.waiting?.(request));
    const waiting = asked
      .flatMap(({ value }) => value?.slice(0, MOST_WAITING) ?? [])
      .map(({ text, detail = '', href, at }) => ({
        text,
        detail,
        href,
        at: at === undefined ? '' : shownTime(at),
      }));
    const missing = asked.filter(({ failed }) => failed).map(({ data }) => data.summary);
    return { waiting, missing };
  }
}
