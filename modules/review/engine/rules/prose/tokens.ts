/** Words of a text with sentence, clause and quotation; one pass. */

export interface Token {
  /** In lower case, without marks around it. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly sentence: number;
  readonly clause: number;
  /** Stands in a quotation of several words. */
  quoted: boolean;
}

/** A longer one is no word, and its repetition would need more stack than there is. */
const PIECE =
  /(?:https?|wss?|ftp):\/\/[\w!#$%&'()*+,./:;=?@[\]^{}~…-]{1,1000}|[^\s"“”„«»`<>|,;()[\]{}!?。！？、，；：—…]{1,1000}|["“”„«»`|,;()!?。！？、，；：—…<>]/gu;
const ADDRESS = /^(?:https?|wss?|ftp):\/\//i;
/** What ends the sentence or clause around an address, and does not belong to it. */
const AFTER_ADDRESS = /[.,;:!?)\]}'*_~]+$/;
/** Most pieces are words and nothing else. */
const PLAIN = /^[a-z]+(?:['-][a-z]+)*$/i;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SENTENCE_ENDS = new Set(['!', '?', '。', '！', '？', '|', '…']);
const CLAUSE_ENDS = new Set([',', ';', '(', ')', '—', '、', '，', '；', '：', '<', '>']);
const OPENS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '`': '`',
};
const LIST_MARK = /^[-*+•]$/;
/** Shorter quotations are names. */
const QUOTATION = 3;

class Tokeniser {
  readonly tokens: Token[] = [];
  #sentence = 0;
  #clause = 0;
  #quote: { close: string; first: number } | undefined;

  piece(text: string, from: number): void {
    if (PLAIN.test(text)) {
      this.#push(text, from);
      return;
    }
    if (text.length === 1 && this.#punctuation(text)) return;
    if (ADDRESS.test(text)) this.#address(text, from);
    else if (WIDE.test(text)) this.#characters(text, from);
    else this.#word(text, from);
  }

  #word(text: string, from: number): void {
    const start = /^[*'’_~^#-]*/.exec(text)?.[0].length ?? 0;
    const end = endOfWord(text, start);
    if (end > start) this.#push(text.slice(start, end), from + start);
    if (/\.[*'’_]*$/.test(text)) this.endSentence();
    else if (text.endsWith(':')) this.#clause++;
  }

  /** A question mark within an address ends no sentence. */
  #address(text: string, from: number): void {
    const after = AFTER_ADDRESS.exec(text)?.[0] ?? '';
    this.#push(text.slice(0, text.length - after.length), from);
    if (/[.!?]/.test(after)) this.endSentence();
    else if (after !== '') this.#clause++;
  }

  #punctuation(text: string): boolean {
    if (text === this.#quote?.close) this.#closeQuote();
    else if (OPENS[text] !== undefined)
      this.#quote ??= { close: OPENS[text], first: this.tokens.length };
    else if (SENTENCE_ENDS.has(text)) this.endSentence();
    else if (CLAUSE_ENDS.has(text)) this.#clause++;
    else return false;
    return true;
  }

  #closeQuote(): void {
    const first = this.#quote?.first ?? 0;
    if (this.tokens.length - first >= QUOTATION)
      for (let at = first; at < this.tokens.length; at++) (this.tokens[at] as Token).quoted = true;
    this.#quote = undefined;
  }

  endSentence(): void {
    this.#sentence++;
    this.#clause++;
  }

  /** Scripts without blanks: each character is a word. */
  #characters(text: string, from: number): void {
    let at = from;
    for (const character of text) {
      this.#push(character, at);
      at += character.length;
    }
  }

  #push(word: string, from: number): void {
    const text = word.toLowerCase();
    this.tokens.push({
      text: text.includes('’') ? text.replaceAll('’', "'") : text,
      from,
      to: from + word.length,
      sentence: this.#sentence,
      clause: this.#clause,
      quoted: false,
    });
  }
}

function endOfWord(text: string, start: number): number {
  let end = text.length;
  while (end > start && ".:'’*_~-".includes(text.charAt(end - 1))) end--;
  return end;
}

/** The words of a text; a mark of a list at the begin of a line begins a sentence. */
export function tokensOf(text: string, lineStarts: readonly number[] = []): readonly Token[] {
  const tokeniser = new Tokeniser();
  const starts = new Set(lineStarts);
  for (const { 0: piece, index } of text.matchAll(PIECE))
    if (starts.has(index) && LIST_MARK.test(piece)) tokeniser.endSentence();
    else tokeniser.piece(piece, index);
  return tokeniser.tokens;
}
