import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import nunjucks from 'nunjucks';
import type { Log } from 'svc-registry/kernel';
import { visible } from './markdown/visible.js';
import type { Markup, View } from '../contract/index.js';
import { codeParts } from './code-parts.js';
import { escaped } from './escaped.js';
import { isMarkup, markupOf } from './markup.js';

const OWN = join(import.meta.dirname, 'templates');

/** Templates below `web/` belong to this module; any other name is the path of a file beside its page. Only code names templates. */
const files = {
  getSource(name: string) {
    const path = name.startsWith('web/') ? join(OWN, name.slice('web/'.length)) : name;
    return { src: readFileSync(path, 'utf8'), path, noCache: false };
  },
};

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

type Filter = (...values: unknown[]) => unknown;

/** What these answer is escaped already. */
const ESCAPING: ReadonlySet<string> = new Set(['e', 'escape', 'forceescape']);

/** Filters take and answer text that is escaped afterwards. One that is given markup would answer markup, with its other arguments in it. */
class PageEnvironment extends nunjucks.Environment {
  override getFilter(name: string): Filter {
    const filter = super.getFilter(name) as Filter;
    return function filterText(this: unknown, ...values) {
      const answer: unknown = filter.apply(this, values);
      if (values.some(isMarkup) || (isMarkup(answer) && !ESCAPING.has(name)))
        throw new Error(`A template filters markup by "${name}"; markup is printed as it is.`);
      return answer;
    };
  }
}

/** What a template knows of the page that it belongs to. */
interface TemplateContext {
  readonly ctx: { readonly page: unknown };
}

/** `{{ show(part) }}` prints a view within a page: a part that another module has given. */
const showsWith = (templates: Templates) =>
  function show(this: TemplateContext, { template, data }: View) {
    return markupOf(templates.render(template, { ...data, page: this.ctx.page }));
  };

/**
 * `{{ showOr(part, "It cannot be shown now.") }}` prints a view that another module has given, or the sentence: where the module gave none
 * because it failed, and where its template fails.
 */
const showsOr = (show: (this: TemplateContext, view: View) => Markup, log?: ErrorLog) =>
  function showOr(this: TemplateContext, part: View | undefined, sentence: string) {
    try {
      if (part !== undefined) return show.call(this, part);
    } catch (err) {
      log?.error({ err }, 'a part of a page cannot be printed');
    }
    return markupOf(`<p class="problem">${escaped(sentence)}</p>`);
  };

type ErrorLog = Pick<Log, 'error'>;

/** Renders templates. Values are escaped, markup excepted; a missing value is an error. */
export class Templates {
  private readonly environment: nunjucks.Environment;

  constructor(log?: ErrorLog) {
    const show = showsWith(this);
    this.environment = new PageEnvironment(files, {
      autoescape: true,
      throwOnUndefined: true,
      trimBlocks: true,
      lstripBlocks: true,
    })
      .addFilter('day', (instant: string) => day.format(new Date(instant)))
      .addFilter('visible', (text: unknown) => visible(String(text)))
      .addFilter('codeParts', (text: unknown) => codeParts(String(text)))
      .addGlobal('show', show)
      .addGlobal('showOr', showsOr(show, log));
  }

  render(template: URL, data: object): string {
    return this.environment.render(fileURLToPath(template), data);
  }
}
