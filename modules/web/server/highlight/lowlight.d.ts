/**
 * What is used of the library. Its own declarations bring those of browsers into the whole program, where `fetch` and `Response` are others than those
 * of Node. `tsconfig.json` names this file in their place.
 */
type Grammar = (library: unknown) => unknown;

export interface Text {
  readonly type: 'text';
  readonly value: string;
}

export interface Element {
  readonly type: 'element';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly children: readonly (Element | Text)[];
}

export interface Root {
  readonly children: readonly (Element | Text)[];
}

export const common: Readonly<Record<string, Grammar>>;

export function createLowlight(grammars: Readonly<Record<string, Grammar>>): {
  registered(language: string): boolean;
  /** Throws for a language that is not registered. */
  highlight(language: string, text: string): Root;
};
