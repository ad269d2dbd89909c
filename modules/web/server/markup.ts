import nunjucks from 'nunjucks';
import type { Markup } from '../contract/index.js';

const { SafeString } = nunjucks.runtime;

/** HTML that templates print unescaped. Only for what has been sanitised: nothing escapes it afterwards. */
export const markupOf = (html: string): Markup => new SafeString(html) as unknown as Markup;

/** True for markup, and for what macros print. */
export const isMarkup = (value: unknown): boolean => value instanceof SafeString;
