import { createHash } from 'node:crypto';
import { injectable } from 'tsyringe';
import { LimitedThread } from '../../../../toolbox/limited-thread.js';
import { TextCache } from '../../../../toolbox/text-cache.js';
import type { Markdown, MarkdownOptions, Markup } from '../../contract/index.js';
import { markupOf } from '../markup.js';
import type { LayOutTask } from './lay-out.js';
import { writtenParts } from './written.js';

/** Characters. */
const LONGEST = 256 * 1024;
const KEPT = 8 * 1024 * 1024;
/** A long text of a person takes a fiftieth of the time, and the first one of a server a tenth. */
const LIMITS = { milliseconds: 5_000, megabytes: 256 };

/** Its libraries are many small files, so the build makes one of them. */
const THREAD = new URL('../../../../bin/markdown-thread.cjs', import.meta.url);

/** Between the parts of a text that is kept. Laying out replaces it. */
const BETWEEN = '\0';

const asWritten = (text: string, why: 'long' | 'tangled'): readonly string[] =>
  writtenParts(text).map(
    (part) =>
      `<p class="hint">This text is too ${why} to be laid out, so it is shown as it was written.</p>\n${part}`,
  );

const shown = (html: string): Markup => markupOf(`<div class="markdown">\n${html}\n</div>`);

/** Renders each text once, as long as it is kept. The thread, with its libraries, is started for the first page that has texts. */
@injectable()
export class MarkdownRenderer implements Markdown {
  private readonly cache = new TextCache(KEPT);
  private readonly thread = new LimitedThread<LayOutTask, readonly string[]>({
    file: THREAD,
    limits: LIMITS,
    direct: async () => (await import('./lay-out.js')).layOut,
  });

  async render(text: string, options: MarkdownOptions = {}): Promise<Markup> {
    const html = await this.kept({ text, base: options.base });
    return shown(html.replaceAll(BETWEEN, ''));
  }

  async parts(text: string, options: MarkdownOptions = {}): Promise<readonly Markup[]> {
    const html = await this.kept({ text, base: options.base });
    return html.split(BETWEEN).map(shown);
  }

  start(): void {
    this.thread.start();
  }

  dispose(): Promise<void> {
    return this.thread.end();
  }

  private kept(task: LayOutTask): Promise<string> {
    const key = createHash('sha256')
      .update(JSON.stringify([task.base, task.text]))
      .digest('base64');
    return this.cache.get(key, async () => (await this.html(task)).join(BETWEEN));
  }

  private async html(task: LayOutTask): Promise<readonly string[]> {
    if (task.text.length > LONGEST) return asWritten(task.text, 'long');
    return (await this.thread.do(task)) ?? asWritten(task.text, 'tangled');
  }
}
