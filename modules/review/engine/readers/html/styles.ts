import { hidesContent } from '../markdown/html-tags.js';

const SELECTOR = /[.#][\w-]+/g;

/** Classes and ids (`.x`, `#y`) that a style sheet hides. */
export function hiddenSelectors(css: string): readonly string[] {
  const hidden: string[] = [];
  for (const block of css.split('}')) {
    const [declarations = '', selectors = ''] = block.split('{').reverse();
    if (!hidesContent({ name: 'a', source: `<a style="${declarations}">` })) continue;
    for (const part of selectors.split(',')) {
      const last = part.match(SELECTOR)?.at(-1);
      if (last !== undefined && part.trim().endsWith(last)) hidden.push(last);
    }
  }
  return hidden;
}
