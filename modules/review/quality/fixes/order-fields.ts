import { unchanged, type Fixer } from './fix.js';
import { fieldsOfYaml, FIRST_LINE, frontMatterOf } from './front-matter-block.js';

/** The fields that a reader looks for first, in this order. */
const FIRST = ['name', 'description'];

interface Field {
  readonly key: string;
  /** Line in the text. */
  readonly line: number;
  readonly lines: string[];
}

/** Puts `name` and `description` before the other fields; those keep their order, and each its lines. */
export const orderFields: Fixer = ({ path: file, text }) => {
  const block = frontMatterOf(text);
  const before = block && fieldsOfYaml(block.lines.join(''));
  const fields = block && fieldsIn(block.lines);
  if (block === undefined || before === undefined || fields === undefined) return unchanged(text);
  const ordered = [
    ...FIRST.flatMap((key) => fields.filter((field) => field.key === key)),
    ...fields.filter(({ key }) => !FIRST.includes(key)),
  ];
  const late = ordered.find(({ key }, index) => key !== fields[index]?.key);
  const lines = ordered.flatMap((field) => field.lines);
  if (late === undefined || !isSame(before, fieldsOfYaml(lines.join('')))) return unchanged(text);
  const explanation = `The field "${late.key}" stood behind fields of less weight; name and description now come first.`;
  const fixes = [{ kind: 'field-order' as const, file, line: late.line, explanation }];
  return { text: block.replaced(lines), fixes };
};

/** `undefined` where a comment or a last line without an end makes it unclear what belongs to which field. */
function fieldsIn(lines: readonly string[]): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^\s*#/.test(line) || !line.endsWith('\n')) return undefined;
    const [, key] = /^([A-Za-z][\w-]*):(?:\s|$)/.exec(line) ?? [];
    if (key !== undefined) fields.push({ key, line: index + FIRST_LINE, lines: [line] });
    else if (/^\s/.test(line) || line.startsWith('- ')) fields.at(-1)?.lines.push(line);
    else return undefined;
  }
  const kept = fields.flatMap((field) => field.lines).length;
  return kept === lines.length ? fields : undefined;
}

function isSame(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string> | undefined,
): boolean {
  return (
    after?.size === before.size && [...before].every(([key, value]) => after.get(key) === value)
  );
}
