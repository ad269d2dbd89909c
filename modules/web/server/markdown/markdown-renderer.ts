import { createHash } from 'node:crypto';
import { injectable } from 'tsyringe';
import { TaskTooLarge, WorkerThread } from '../../../../toolbox/worker-thread.js';
import type { Markdown, MarkdownOptions, Markup } from '../../contract/index.js';
import { markupOf } from '../markup.js';
import type { LayOutTask } from './lay-out.js';
import { TextCache } from './text-cache.js';
import { visible } from './visible.js';

/** Characters. */
const LONGEST = 256 * 1024;
const KEPT = 8 * 1024 * 1024;
/** A long text of a person takes a fiftieth of the time, and the first one of a server a tenth. */
const LIMITS = { milliseconds: 5_000, megabytes: 256 };

const THREAD = new URL('markdown-thread.js', import.meta.url);
/** Node starts no thread from TypeScript. */
const isSource = import.meta.url.endsWith('.ts');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const asWritten = (text: string, why: 'long' | 'tangled'): string =>
  `<p class="hint">This text is too ${why} to be laid out, so it is shown as it was written.</p>\n<pre>${escaped(visible(text))}</pre>`;

/** Renders each text once, as long as it is kept. The thread, with its libraries, is started for the first one. */
@injectable()
export class MarkdownRenderer implements Markdown {
  private readonly cache = new TextCache(KEPT);
  private readonly thread = new WorkerThread<LayOutTask, string | undefined>(THREAD, LIMITS);
  private readonly ending = new AbortController();

  async render(text: string, { base }: MarkdownOptions = {}): Promise<Markup> {
    const key = createHash('sha256')
      .update(JSON.stringify([base, text]))
      .digest('base64');
    const html = await this.cache.get(key, () => this.html({ text, base }));
    return markupOf(`<div class="markdown">\n${html}\n</div>`);
  }

  end(): Promise<void> {
    this.ending.abort();
    return this.thread.end();
  }

  private async html(task: LayOutTask): Promise<string> {
    if (task.text.length > LONGEST) return asWritten(task.text, 'long');
    const html = isSource ? (await import('./lay-out.js')).layOut(task) : await this.inThread(task);
    return html ?? asWritten(task.text, 'tangled');
  }

  private async inThread(task: LayOutTask): Promise<string | undefined> {
    try {
      return await this.thread.do(task, this.ending.signal);
    } catch (error) {
      if (!(error instanceof TaskTooLarge)) throw error;
      return undefined;
    }
  }
}
