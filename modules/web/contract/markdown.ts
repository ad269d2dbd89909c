import { serviceKey } from 'svc-registry/kernel';

declare const rendered: unique symbol;

/** HTML that `markdownKey` or `highlightKey` has made: the only value that templates print as it is. It takes no filter, and joined to another text it is escaped. */
export interface Markup {
  readonly [rendered]: true;
  /** The HTML. */
  toString(): string;
}

export interface MarkdownOptions {
  /**
   * What relative links lead below: a path of this server, such as `/plugins/acme/deploy/files/`, or an http(s) address. Links that lead
   * above it, and without it all relative links, are shown as text.
   */
  readonly base?: string | undefined;
}

/** Text of strangers as HTML for pages. */
export interface Markdown {
  /**
   * GitHub's Markdown as HTML in which nothing runs and nothing is loaded. HTML in the text is shown as it was written, an image as a link
   * with its alternative text. Links lead to http, https and mailto addresses and below `base`; the text of any other stays without its
   * link. Headings begin at `<h2>`, and their ids with `md-`. A text of more than 262,144 characters, or one that is too tangled to be laid
   * out within five seconds and 256 MB, is shown as it was written, below a sentence that says so.
   */
  render(text: string, options?: MarkdownOptions): Promise<Markup>;

  /**
   * The same in parts of 44 KB at most, each of which fits on a page; of most texts there is one. A part ends with a block; a block that is larger, such as
   * a very long table, is shown as it was written.
   */
  parts(text: string, options?: MarkdownOptions): Promise<readonly Markup[]>;
}

/** On the server. Ask for it with `inject(markdownKey)` in a page, and print what it answers: `{{ readme }}`. */
export const markdownKey = serviceKey<Markdown>('web.markdown');
