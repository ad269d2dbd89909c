const CLOSES: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/**
 * The text with templates replaced, every character at its offset: what is rendered by `x`, all else by blanks. For looking at a file
 * before it is rendered; a template that is never closed stays.
 */
export function withoutTemplates(text: string): string {
  let result = '';
  let from = 0;
  for (const { index, 0: opening } of text.matchAll(/\{[{%#]/g)) {
    if (index < from) continue;
    const close = text.indexOf(CLOSES[opening] ?? '', index + 2);
    // what is not closed here is closed nowhere behind either, apart from other kinds
    if (close === -1) break;
    const template = text.slice(index, close + 2);
    const sign = opening === '{{' ? 'x' : ' ';
    result += text.slice(from, index) + template.replace(/[^\r\n]/g, sign);
    from = close + 2;
  }
  return result + text.slice(from);
}

/** Whether anything in a text is to be rendered. */
export const hasTemplates = (text: string): boolean => /\{[{%#]/.test(text);
