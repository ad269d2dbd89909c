import { isDeepStrictEqual } from 'node:util';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { resultStatuses } from '../contract/envelope.js';
import { readJson, utf8Text, type JsonDocument } from './json-document.js';

/** What an agent reported, not yet validated, or why there is nothing to validate: a sentence. */
export type Report = { readonly value: Fields } | { readonly problem: string };

/** The largest result, in bytes of its file or characters of its answer. */
export const MOST_RESULT_BYTES = 1024 * 1024;
/** So many blocks at the end of an answer are looked at. */
const MOST_BLOCKS = 100;

/** Reads the file to which an agent writes its result. `undefined` when it is blank. */
export function reportInFile(bytes: Uint8Array | 'too large'): Report | undefined {
  if (typeof bytes === 'string' || bytes.byteLength > MOST_RESULT_BYTES)
    return { problem: `The file with the result has more than ${MOST_RESULT_BYTES} bytes.` };
  const text = utf8Text(bytes)?.trim();
  if (text === '') return undefined;
  if (text === undefined) return { problem: 'The file with the result is not UTF-8 text.' };
  const [, inner = text] =
    /^```(?:json)?[^\S\n]*\n([^]*)\n```$/.exec(text.replace(/\r\n/g, '\n')) ?? [];
  const document = readJson(inner);
  if ('problem' in document)
    return { problem: `The file with the result cannot be read: ${document.problem}.` };
  return isRecord(document.value)
    ? { value: document.value }
    : { problem: 'The file with the result does not hold a JSON object.' };
}

/** Whether an object is meant as a result, and not as something else that has a status. */
export const isMeantAsResult = (value: Fields): boolean =>
  resultStatuses.some((status) => status === value['status']) && Object.hasOwn(value, 'summary');

/** Reads the result with which an agent's answer ends. `undefined` when it has none. */
export function reportInAnswer(answer: string): Report | undefined {
  const text = answer.slice(-MOST_RESULT_BYTES).replace(/\r\n/g, '\n').trimEnd();
  const found = [...fencedJson(text), ...bareObject(text)];
  const objects = found.flatMap(({ document }) =>
    'value' in document && isRecord(document.value) && Object.hasOwn(document.value, 'status')
      ? [document.value]
      : [],
  );
  const results = objects.filter(isMeantAsResult);
  const last = found.at(-1);
  // after a result there may be other JSON, but not a second result that cannot be read
  if (last !== undefined && 'problem' in last.document)
    if (results.length === 0 || last.text.includes('"status"'))
      return {
        problem: `The result at the end of the answer cannot be read: ${last.document.problem}.`,
      };
  if (results.some((result) => !isDeepStrictEqual(result, results[0])))
    return { problem: 'The answer holds two different results.' };
  const value = results[0] ?? objects.at(-1);
  return value && { value };
}

/** JSON in an answer, as it is written and as it is read. */
interface Found {
  readonly text: string;
  readonly document: JsonDocument;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})([^`]*)$/;

interface Fence {
  readonly signs: string;
  /** What follows them, such as the language. */
  readonly info: string;
}

function fenceOf(line: string): Fence | undefined {
  const [, signs, info = ''] = FENCE.exec(line) ?? [];
  return signs === undefined ? undefined : { signs, info: info.trim().toLowerCase() };
}

function* fencedBlocks(text: string): Generator<{ readonly info: string; readonly text: string }> {
  let open: (Fence & { readonly lines: string[] }) | undefined;
  for (const line of text.split('\n')) {
    const fence = fenceOf(line);
    if (open === undefined) open = fence && { ...fence, lines: [] };
    else if (fence?.info === '' && fence.signs.startsWith(open.signs)) {
      yield { info: open.info, text: open.lines.join('\n') };
      open = undefined;
    } else open.lines.push(line);
  }
}

/** Fenced blocks of JSON. One without a language counts if it is JSON. */
function fencedJson(text: string): readonly Found[] {
  return [...fencedBlocks(text)]
    .slice(-MOST_BLOCKS)
    .map((block) => ({ ...block, language: block.info.split(/\s/)[0] }))
    .filter(({ language }) => language === 'json' || language === '')
    .map((block) => ({ ...block, document: readJson(block.text) }))
    .filter(({ language, document }) => language === 'json' || 'value' in document);
}

/** The object that is the end of the text. */
function bareObject(text: string): readonly Found[] {
  const start = text.endsWith('}') ? startOfLastObject(text) : undefined;
  if (start === undefined) return [];
  const found = { text: text.slice(start), document: readJson(text.slice(start)) };
  return 'value' in found.document ? [found] : [];
}

/** Where the brackets are in balance, counted from the end: one pass, however the text is made. */
function startOfLastObject(text: string): number | undefined {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text[at];
    if (sign === '"') at = startOfString(text, at);
    else if (sign === '}' || sign === ']') depth += 1;
    else if (sign === '{' || sign === '[') depth -= 1;
    if (depth === 0 && sign === '{') return at;
  }
  return undefined;
}

/** The quote before `end` that begins the string; one after an odd number of backslashes is part of it. */
function startOfString(text: string, end: number): number {
  let at = text.lastIndexOf('"', end - 1);
  while (at > 0) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
    at = text.lastIndexOf('"', at - 1);
  }
  return at;
}
