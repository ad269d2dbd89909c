/** Markup of chats and tags that demand attention. */
import type { Prose } from '../../facts.js';
import type { RuleName } from './rule-texts.js';

export interface MarkupFound {
  readonly rule: RuleName;
  readonly weight: number;
  readonly from: number;
  readonly to: number;
}

const TURN =
  /<\/?(?:system|assistant|system[-_ ]?(?:prompt|message|override|reminder)|tool_results?|function_results?|developer|admin)(?:\s[^<>]{0,80})?>|\[\/?INST\]|<\|?\/?(?:im_start|im_end|begin_of_text|start_header_id|endoftext|eot_id)\|>|<<\/?SYS>>|\[(?:system|admin|developer)(?: (?:message|override|prompt|note|notice))?\]|(?<!-)-{3,}\s?(?:begin|end|start) (?:of )?(?:system|new|user|assistant)\b|<\/(?:instructions?|context|user_?(?:query|input|message)|document|tool)>/giu;
const LABEL =
  /^(?:(?:system|admin(?:istrator)?|security|developer|operator) (?:notice|alert|update|override|message|directive|announcement)\b[^:]{0,60}:\s)|^(?:system|assistant|developer|human|tool result|system (?:message|override|prompt|note|update|notice|alert))\s*:\s/iu;
const BLOCK =
  /<(?:important|critical|urgent|mandatory|attention|required|secret|hidden|priority|must[-_]?(?:do|read|follow)|extremely[-_]important|(?:ai|agent|llm|claude|model)[-_](?:instructions?|only|directive|note)|directive|override|sudo)(?:\s[^<>]{0,80})?>/giu;

/** What the paragraph imitates or shouts. */
export function markupIn(prose: Prose): readonly MarkupFound[] {
  return [...turnsIn(prose), ...labelsIn(prose), ...blocksIn(prose)];
}

const isCited = ({ text, kind }: Prose, at: number): boolean =>
  text.charAt(at - 1) === '`' || kind === 'quote' || kind === 'cell';

function turnsIn(prose: Prose): readonly MarkupFound[] {
  return [...prose.text.matchAll(TURN)].map(({ 0: mark, index }) => {
    const closes = /^<\/(?:instr|context|user|document|tool)/i.test(mark);
    const weight = closes || isCited(prose, index) ? 1 : 2;
    return { rule: 'fake-turn', weight, from: index, to: index + mark.length };
  });
}

function labelsIn({ text, kind }: Prose): readonly MarkupFound[] {
  const label = kind === 'cell' ? undefined : LABEL.exec(text)?.[0];
  if (label === undefined) return [];
  return [{ rule: 'fake-turn', weight: kind === 'quote' ? 1 : 2, from: 0, to: label.length }];
}

function blocksIn({ text }: Prose): readonly MarkupFound[] {
  return [...text.matchAll(BLOCK)]
    .filter(({ index }) => text.charAt(index - 1) !== '`')
    .map(({ 0: mark, index }) => ({
      rule: 'commanding-block',
      weight: 1,
      from: index,
      to: index + mark.length,
    }));
}
