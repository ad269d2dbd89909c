import type { Findings } from './findings.js';
import { parseJsonObject } from './json-document.js';
import type { JsonValue } from './json-value.js';
import { limits } from './limits.js';
import { decodeText } from './text.js';

/** The fields of a manifest's file. Returns `undefined`, with the problem among the findings, if it holds no JSON object. */
export function readManifestObject(
  { file, content }: { readonly file: string; readonly content: Uint8Array },
  findings: Findings,
): ReadonlyMap<string, JsonValue> | undefined {
  if (content.length > limits.manifestBytes) {
    findings.error(
      `The manifest has ${content.length} bytes; at most ${limits.manifestBytes} are allowed.`,
      { file },
    );
    return undefined;
  }
  const text = decodeText(content);
  if (text !== undefined) return parseJsonObject({ text, file, findings });
  findings.error('The manifest is not UTF-8 text.', { file });
  return undefined;
}
