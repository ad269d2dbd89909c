import { createHash } from 'node:crypto';
import { injectable } from 'tsyringe';
import { once } from '../../../../toolbox/once.js';
import { withinTime } from '../../../../toolbox/time-budget.js';
import type { Markdown, MarkdownOptions, Markup } from '../../contract/index.js';
import { markupOf } from '../markup.js';
import { TextCache } from './text-cache.js';

/** Characters. */
const LONGEST = 256 * 1024;
const KEPT = 8 * 1024 * 1024;
/** Milliseconds, in which the server does nothing else. A long text of a person takes a tenth. */
const BUDGET_MS = 500;

type Why = 'long' | 'tangled';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const asWritten = (text: string, why: Why): string =>
  `<p class="hint">This text is too ${why} to be laid out, so it is shown as it was written.</p>\n<pre>${escaped(text)}</pre>`;

/** Renders each text once, as long as it is kept. The libraries are loaded for the first one. */
@injectable()
export class MarkdownRenderer implements Markdown {
  private readonly cache = new TextCache(KEPT);
  private readonly load = once(() => import('./to-html.js'));

  async render(text: string, { base }: MarkdownOptions = {}): Promise<Markup> {
    const key = createHash('sha256')
      .update(JSON.stringify([base, text]))
      .digest('base64');
    const html = this.cache.get(key) ?? (await this.layOut(text, base));
    this.cache.set(key, html);
    return markupOf(`<div class="markdown">\n${html}\n</div>`);
  }

  private async layOut(text: string, base: string | undefined): Promise<string> {
    if (text.length > LONGEST) return asWritten(text, 'long');
    const { toSafeHtml } = await this.load();
    try {
      const html = withinTime(BUDGET_MS, () => toSafeHtml(text, base));
      return html?.value ?? asWritten(text, 'tangled');
    } catch (error) {
      // nested more deeply than the stack
      if ((error as Error).name !== 'RangeError') throw error;
      return asWritten(text, 'tangled');
    }
  }
}
