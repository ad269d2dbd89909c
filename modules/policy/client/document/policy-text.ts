import { invalidInput, isSvcError, type ErrorIssue } from 'svc-registry/kernel';
import { isNode, LineCounter, parseDocument, stringify, type Document } from 'yaml';
import { isRecord } from '../../../../toolbox/type-guards.js';
import { levelWords } from '../../contract/targets.js';
import type { PolicyTargetRef } from '../../contract/dto/policy.js';

/** A policy document as users read and write it: one object with any content. */
export type PolicyDocument = Readonly<Record<string, unknown>>;

const EXAMPLE = `# For example:
# installPolicy:
#   version: 1
#   rules:
#     minimumReleaseAge:
#       days: 3
`;

/** The text that the editor shows and that `svc policy edit --file` accepts. */
export function textOf(
  { targetType, targetId }: PolicyTargetRef,
  document: PolicyDocument,
  heading = '',
): string {
  const said = Object.fromEntries(
    Object.entries(document).filter(([, value]) => value !== null && value !== undefined),
  );
  const top = `# Policies of the ${levelWords([targetType])} ${targetId}${heading}. What is left out is not restricted.\n`;
  return Object.keys(said).length === 0 ? `${top}${EXAMPLE}` : top + stringify(said);
}

/** A parsed document that can locate its fields. */
export interface ReadDocument {
  readonly document: PolicyDocument;
  /** Adds file and line to each issue of the error. */
  withPositions(error: unknown): unknown;
}

/** Maximum length of a document, in characters. */
const LONGEST = 1024 * 1024;

/** Reads YAML, and JSON, which is YAML too. Throws `invalid_input` with file, line and column. */
export function readDocument(text: string, file: string): ReadDocument {
  if (text.length > LONGEST) throw invalidInput({ what: `${file} is longer than any policy.` });
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number) => ({
    file,
    line: lines.linePos(offset).line,
    column: lines.linePos(offset).col,
  });
  const broken = parsed.errors.map(({ message, pos }) => ({ message, ...at(pos[0]) }));
  if (broken.length > 0)
    throw invalidInput(
      { what: `${file} is not valid YAML; nothing was changed.` },
      { issues: broken },
    );
  const value: unknown = parsed.toJS({ maxAliasCount: 0 }) ?? {};
  if (!isRecord(value))
    throw invalidInput({
      what: `${file} must hold an object with installPolicy, publishPolicy or both; nothing was changed.`,
    });
  const located = (issue: ErrorIssue): ErrorIssue => {
    const offset = issue.field === undefined ? undefined : offsetOf(parsed, issue.field);
    return offset === undefined ? { ...issue, file } : { ...issue, ...at(offset) };
  };
  const withPositions = (error: unknown): unknown => {
    if (!isSvcError(error) || !invalidInput.is(error)) return error;
    const { message: what, hint, issues } = error;
    return invalidInput(
      { what, ...(hint !== undefined && { hint }) },
      { issues: issues.map(located), cause: error },
    );
  };
  return { document: value, withPositions };
}

/** The offset of the deepest existing part of the path. */
function offsetOf(document: Document, field: string): number | undefined {
  const parts = field.split(/[.[\]]+/).filter((part) => part !== '');
  for (let length = parts.length; length > 0; length--) {
    const path = parts.slice(0, length).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const node: unknown = document.getIn(path, true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}
