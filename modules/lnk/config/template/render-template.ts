import { types } from 'node:util';
import type { Limits } from './evaluate/budget.js';
import type { RenderedText } from './evaluate/rendered-text.js';
import { TemplateError } from './template-error.js';

export type { RenderedText };
export { TemplateError };

/** What a template sees. */
export interface TemplateContext {
  /** Plain data: texts, numbers, truth values, lists, maps. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** What `get_env` sees. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
  /** Steps and characters of output; by default 25,000 and 524,288. */
  readonly limits?: Limits;
}

const SIGN = /\{[{%#]/;

/**
 * Renders a configuration file that may hold a template.
 *
 * @throws {TemplateError} with the offset in `source` where it is no template, where a variable is
 *   not defined, or where it takes more than the limits allow
 */
export async function renderTemplate(
  source: string,
  context: TemplateContext,
): Promise<RenderedText> {
  if (!SIGN.test(source)) return { text: source, sourceOffset: (offset) => offset };
  try {
    return await rendered(source, context);
  } catch (error) {
    if (!types.isNativeError(error) || error.name !== 'RangeError') throw error;
    throw new TemplateError('The template is nested too deeply.', 0);
  }
}

async function rendered(source: string, context: TemplateContext): Promise<RenderedText> {
  const { parseTemplate } = await import('./tree/parse.js');
  const template = await parseTemplate(source);
  const [{ Renderer }, { Budget, DEFAULT_LIMITS }] = await Promise.all([
    import('./evaluate/renderer.js'),
    import('./evaluate/budget.js'),
  ]);
  if (/\bmatching\b/.test(source)) await (await import('./evaluate/matching.js')).loadPatterns();
  const renderer = new Renderer({
    template,
    variables: context.variables,
    host: { env: context.env, now: context.now ?? (() => new Date()) },
    budget: new Budget(context.limits ?? DEFAULT_LIMITS),
  });
  return renderer.render().finish(source.length);
}
