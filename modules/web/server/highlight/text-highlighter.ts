import { createHash } from 'node:crypto';
import { injectable } from 'tsyringe';
import { LimitedThread } from '../../../../toolbox/limited-thread.js';
import { TextCache } from '../../../../toolbox/text-cache.js';
import type { Highlighter, Markup } from '../../contract/index.js';
import { escaped } from '../escaped.js';
import { visible } from '../markdown/visible.js';
import { markupOf } from '../markup.js';
import type { HighlightTask } from './highlight.js';

/** Characters. */
const LONGEST = 256 * 1024;
const LONGEST_LINE = 2000;
const KEPT = 8 * 1024 * 1024;
const LIMITS = { milliseconds: 2_000, megabytes: 256 };

/** Highlights each text once, as long as it is kept. The thread, with its library, is started for the first one. */
@injectable()
export class TextHighlighter implements Highlighter {
  readonly #cache = new TextCache(KEPT);
  readonly #thread = new LimitedThread<HighlightTask, string>({
    file: new URL('../../../../bin/highlight-thread.cjs', import.meta.url),
    limits: LIMITS,
    direct: async () => (await import('./highlight.js')).highlight,
  });

  async lines(text: string, file: string): Promise<readonly Markup[]> {
    const written = linesOf(text);
    const shown = written.map((line) => visible(line.slice(0, LONGEST_LINE))).join('\n');
    const html = (await this.#html({ text: shown, language: languageOf(file) })).split('\n');
    return html.map((line, at) => markupOf(line + restOf(written[at] ?? '')));
  }

  dispose(): Promise<void> {
    return this.#thread.end();
  }

  async #html(task: HighlightTask): Promise<string> {
    if (task.text.length > LONGEST) return escaped(task.text);
    const key = createHash('sha256')
      .update(JSON.stringify([task.language, task.text]))
      .digest('base64');
    return this.#cache.get(key, async () => (await this.#thread.do(task)) ?? escaped(task.text));
  }
}

/** A line break at the end begins no line. */
const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

function restOf({ length }: string): string {
  const rest = length - LONGEST_LINE;
  return rest > 0 ? `<em>… and ${rest} more characters</em>` : '';
}

function languageOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
}
