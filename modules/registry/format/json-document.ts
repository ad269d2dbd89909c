import { decodeText } from '../../../toolbox/decoded-text.js';
import { jsonObject } from '../../../toolbox/json-object.js';
import type { JsonValue } from '../../../toolbox/json-value.js';
import type { Findings } from './findings.js';
import { limits } from './limits.js';

/** The fields of the object in a file of strict JSON; `undefined`, with the problem among the findings, if it is too large or holds none. */
export function readJsonObject(
  { file, content }: { readonly file: string; readonly content: Uint8Array },
  findings: Findings,
): ReadonlyMap<string, JsonValue> | undefined {
  const { length } = content;
  const text = length > limits.manifestBytes ? undefined : decodeText(content);
  if (text !== undefined) return jsonObject({ file, text }, findings);
  const problem =
    length > limits.manifestBytes
      ? `The file has ${length} bytes; at most ${limits.manifestBytes} are allowed.`
      : 'The file is not UTF-8 text.';
  findings.error(problem, { file });
  return undefined;
}
