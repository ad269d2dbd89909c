import type { Notice } from '../files/notice.js';
import { lineAt, type Unit } from '../unit.js';
import { ascii85Stretches, base32Stretches, base85Stretches } from './base32.js';
import { base64Stretches } from './base64.js';
import { readBytes, type BytesRead } from './bytes.js';
import { escapeStretches } from './escapes.js';
import { hintedStretches } from './hinted.js';
import { invisibleStretches } from './invisible.js';
import { lookAlikeStretches } from './look-alikes.js';
import { isPlausible, likelyLanguage } from './plausible.js';
import type { Decoder, Stretch } from './stretch.js';

/** What encoded stretches of a unit say. */
export interface Decoded {
  readonly units: readonly Unit[];
  /** Programs and archives that were encoded as text. */
  readonly notices: readonly Notice[];
  /** Why something was not decoded that should have been. */
  readonly unread?: string;
}

const DECODERS: readonly Decoder[] = [
  invisibleStretches,
  lookAlikeStretches,
  base64Stretches,
  escapeStretches,
  base32Stretches,
  ascii85Stretches,
  base85Stretches,
  hintedStretches,
];

/** Decodes one level. The caller reads the result and decodes it again. */
export function decodedUnits(unit: Unit): Decoded {
  const units: Unit[] = [];
  const notices: Notice[] = [];
  let unread: string | undefined;
  for (const decoder of DECODERS)
    for (const stretch of decoder(unit.text)) {
      const read = readStretch(stretch);
      if (read.kind === 'text') units.push(innerUnit(unit, stretch, read));
      else if (read.kind === 'too-large') unread = `${stretch.step} in it becomes too large`;
      else if (read.kind !== 'noise') notices.push(noticeOf(unit, stretch, read));
    }
  return { units, notices, ...(unread !== undefined && { unread }) };
}

function readStretch({ content }: Stretch): BytesRead {
  if (typeof content !== 'string') return readBytes(content);
  return isPlausible(content) ? { kind: 'text', text: content, steps: [] } : { kind: 'noise' };
}

function innerUnit(
  unit: Unit,
  { from, step, same = false }: Stretch,
  { text, steps }: Extract<BytesRead, { kind: 'text' }>,
): Unit {
  return {
    ...unit,
    language: same ? unit.language : likelyLanguage(text),
    text,
    line: lineAt(unit, from),
    decoded: [...unit.decoded, step, ...steps],
  };
}

function noticeOf(
  unit: Unit,
  { from, step }: Stretch,
  read: Extract<BytesRead, { readonly name: string }>,
): Notice {
  const line = lineAt(unit, from);
  const text = unit.text.slice(from, from + 200);
  return {
    kind: read.kind === 'program' ? 'encoded-program' : 'encoded-data',
    at: { unit: { ...unit, text, line }, line, text },
    detail: `In ${step}, it is ${read.name}.`,
  };
}
