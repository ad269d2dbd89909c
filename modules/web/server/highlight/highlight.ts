import { common, createLowlight, type Element, type Root, type Text } from 'lowlight';
import { escaped } from '../escaped.js';

export interface HighlightTask {
  readonly text: string;
  /** The ending of the file's name, or its name where it has none, in small letters. */
  readonly language: string;
}

const lowlight = createLowlight(common);

/** The colours of the style sheet, and what has them. */
const COLOURS: Readonly<Record<string, string>> = {
  k: 'keyword built_in literal type operator selector-tag doctag',
  s: 'string regexp link code char.escape subst',
  c: 'comment quote meta',
  n: 'number symbol bullet',
  t: 'title section name selector-id selector-class',
  a: 'attr attribute variable property params template-variable selector-attr',
};
const COLOUR_OF = new Map<string, string>(
  Object.entries(COLOURS).flatMap(([colour, names]) =>
    names.split(' ').map((name) => [`hljs-${name}`, colour] as const),
  ),
);

/** The text as escaped HTML, with a line break between lines and none within an element; `undefined` without colours. */
export function highlight({ text, language }: HighlightTask): string | undefined {
  if (!lowlight.registered(language)) return undefined;
  const front = language === 'md' ? frontMatterOf(text) : '';
  try {
    return htmlOf('yaml', front) + htmlOf(language, text.slice(front.length));
  } catch (error) {
    // nested more deeply than the stack
    if ((error as Error).name !== 'RangeError') throw error;
    return undefined;
  }
}

/** Markdown would take the fields for a heading. */
const frontMatterOf = (text: string): string => /^---\n[^]*?\n---\n/.exec(text)?.[0] ?? '';

const htmlOf = (language: string, text: string): string =>
  new Lines().html(lowlight.highlight(language, text));

class Lines {
  readonly #html: string[] = [];
  readonly #open: string[] = [];

  html(root: Root): string {
    for (const node of root.children) this.#add(node);
    // an element that ends with a line begins anew in the next one for nothing
    return this.#html.join('').replace(/<span class="[a-z]"><\/span>/g, '');
  }

  #add(node: Element | Text): void {
    if (node.type === 'text') this.#text(node.value);
    else this.#element(node);
  }

  #element(node: Element): void {
    const colour = colourOf(node);
    if (colour !== undefined) {
      this.#open.push(`<span class="${colour}">`);
      this.#html.push(`<span class="${colour}">`);
    }
    for (const child of node.children) this.#add(child);
    if (colour !== undefined) {
      this.#open.pop();
      this.#html.push('</span>');
    }
  }

  /** Elements end with their line and begin again in the next one. */
  #text(text: string): void {
    const between = `${'</span>'.repeat(this.#open.length)}\n${this.#open.join('')}`;
    this.#html.push(escaped(text).split('\n').join(between));
  }
}

/** One of our own letters: nothing of the text becomes part of an element. */
function colourOf({ properties }: Element): string | undefined {
  const names = Array.isArray(properties['className']) ? properties['className'] : [];
  return names.map((name) => COLOUR_OF.get(String(name))).find((colour) => colour !== undefined);
}
