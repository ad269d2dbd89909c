/** Functions on texts and lists that both languages have under one name or another. */
import { joined, literal, marksOf, placeholder, sourcesOf, textOf, type Known } from '../known.js';
import type { Fold } from './fold.js';

/** Applies a function to the text of the value that the method belongs to, where it is known. */
export const onSelf =
  (change: (text: string, args: readonly Known[]) => string | undefined): Fold =>
  ({ self, args }) =>
    changed(self, (text) => change(text, args), args);

/** The same for a function whose first argument is the text. */
export const onFirst =
  (change: (text: string, args: readonly Known[]) => string | undefined): Fold =>
  ({ args: [first, ...rest] }) =>
    first && changed(first, (text) => change(text, rest), rest);

function changed(
  known: Known,
  change: (text: string) => string | undefined,
  others: readonly Known[],
): Known | undefined {
  if (known.text === undefined) return undefined;
  const text = change(known.text);
  if (text === undefined) return undefined;
  const alternatives = known.alternatives?.map((one) => changed(one, change, others) ?? one);
  return {
    text,
    dynamic: known.dynamic,
    bytes: known.bytes === true,
    sources: sourcesOf([known, ...others]),
    ...marksOf([known, ...others]),
    folded: true,
    ...(alternatives && { alternatives }),
  };
}

/** The value itself, with the sources of the arguments. */
export const keepsSelf: Fold = ({ self, args }) => ({
  ...self,
  sources: sourcesOf([self, ...args]),
});
export const keepsFirst: Fold = ({ args: [first] }) => first;

/** Items put together with a text between them. */
export function joinItems(list: Known, between: string): Known | undefined {
  const items = itemsOf(list);
  if (items === undefined) return undefined;
  const parts = items.flatMap((item, index) =>
    index === 0 || between === '' ? [item] : [literal(between), item],
  );
  const whole = { ...joined(parts), ...marksOf([list, ...items]), folded: true };
  // single letters one by one are no usual way to write a text
  const letters =
    items.length >= 4 && items.every(({ text }) => text !== undefined && text.length <= 2);
  return letters && between === '' ? { ...whole, disguised: true } : whole;
}

export const reversed = (known: Known): Known | undefined => {
  if (known.items) return { ...known, items: known.items.toReversed(), disguised: true };
  if (known.text === undefined || known.dynamic) return undefined;
  return {
    ...known,
    text: Array.from(known.text).reverse().join(''),
    folded: true,
    disguised: true,
  };
};

/** Items of a list, or letters of a text. */
export function itemsOf(known: Known): readonly Known[] | undefined {
  if (known.items) return known.items;
  if (known.text === undefined || known.dynamic) return undefined;
  const units =
    known.bytes === true
      ? Array.from({ length: known.text.length }, (_, at) => String(known.text?.charCodeAt(at)))
      : Array.from(known.text);
  const numeric = known.bytes === true;
  return units.map((unit) => ({ ...literal(unit), numeric, ...marksOf([known]) }));
}

export const split: Fold = ({ self, args: [by, most] }) => {
  if (self.text === undefined || self.dynamic || most !== undefined) return undefined;
  const pieces = by?.text === undefined ? self.text.trim().split(/\s+/) : self.text.split(by.text);
  return {
    dynamic: true,
    sources: self.sources,
    items: pieces.map((piece) => ({ ...literal(piece), ...marksOf([self]), folded: true })),
  };
};

export const replaceAll = onSelf((text, [from, to]) =>
  from?.text === undefined ||
  from.dynamic ||
  from.text === '' ||
  to?.text === undefined ||
  to.dynamic
    ? undefined
    : text.replaceAll(from.text, () => to.text ?? ''),
);

/** Characters of code numbers. The text is marked as disguised, because people do not write text like that. */
export function characters(codes: readonly Known[]): Known | undefined {
  const numbers = codes.map(({ text }) =>
    text === undefined || text === '' ? Number.NaN : Number(text),
  );
  if (!numbers.every((code) => code >= 0 && code <= 0x10ffff)) return undefined;
  return {
    text: numbers.map((code) => String.fromCodePoint(Math.trunc(code))).join(''),
    dynamic: false,
    sources: sourcesOf(codes),
    folded: true,
    disguised: true,
  };
}

/** Joins parts of a path; an absolute part replaces those before it. */
export function joinPath(parts: readonly Known[]): Known {
  const pieces: Known[] = [];
  parts.forEach((part, index) => {
    const text = textOf(part);
    if (/^[/~]/.test(text) && part.alternatives === undefined) pieces.length = 0;
    if (pieces.length > 0 && !text.startsWith('/')) pieces.push(literal('/'));
    pieces.push(
      part.text === undefined ? { ...placeholder(`part${index}`), sources: part.sources } : part,
    );
  });
  return joined(pieces);
}

/** Up to the last slash. */
export const directoryName = onFirst((text) => text.replace(/\/[^/]*$/, ''));
export const baseName = onFirst((text) => text.slice(text.lastIndexOf('/') + 1));
