import { createHash } from 'node:crypto';
import { injectable } from 'tsyringe';
import { LimitedThread } from '../../../../toolbox/limited-thread.js';
import { TextCache } from '../../../../toolbox/text-cache.js';
import type { Markdown, MarkdownOptions, Markup } from '../../contract/index.js';
import { escaped } from '../escaped.js';
import { markupOf } from '../markup.js';
import type { LayOutTask } from './lay-out.js';
import { visible } from './visible.js';

/** Characters. */
const LONGEST = 256 * 1024;
const KEPT = 8 * 1024 * 1024;
/** A long text of a person takes a fiftieth of the time, and the first one of a server a tenth. */
const LIMITS = { milliseconds: 5_000, megabytes: 256 };

const THREAD = new URL('markdown-thread.js', import.meta.url);

const asWritten = (text: string, why: 'long' | 'tangled'): string =>
  `<p class="hint">This text is too ${why} to be laid out, so it is shown as it was written.</p>\n<pre>${escaped(visible(text))}</pre>`;

/** Renders each text once, as long as it is kept. The thread, with its libraries, is started for the first one. */
@injectable()
export class MarkdownRenderer implements Markdown {
  private readonly cache = new TextCache(KEPT);
  private readonly thread = new LimitedThread<LayOutTask, string>({
    file: THREAD,
    limits: LIMITS,
    direct: async () => (await import('./lay-out.js')).layOut,
  });

  async render(text: string, { base }: MarkdownOptions = {}): Promise<Markup> {
    const key = createHash('sha256')
      .update(JSON.stringify([base, text]))
      .digest('base64');
    const html = await this.cache.get(key, () => this.html({ text, base }));
    return markupOf(`<div class="markdown">\n${html}\n</div>`);
  }

  dispose(): Promise<void> {
    return this.thread.end();
  }

  private async html(task: LayOutTask): Promise<string> {
    if (task.text.length > LONGEST) return asWritten(task.text, 'long');
    return (await this.thread.do(task)) ?? asWritten(task.text, 'tangled');
  }
}
