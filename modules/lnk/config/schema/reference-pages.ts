import type { Field, Section } from '../fields/field.js';
import { fallbackText } from '../fields/field-text.js';
import { FIELDS, SECTIONS } from '../fields/index.js';
import { memberRows, type MemberRow } from './member-rows.js';
import { sectionWords, shapeWords } from './shape-words.js';

const EFFECTS = {
  none: '**No effect.**',
  operator: '**Operator.**',
  refused: '**Refused.**',
} as const;

const ABOUT = `# Configuration of lnk

Every field of the file that \`lnk\` takes by \`-f\`, in JSON, TOML or YAML. Every field may be left out or be \`null\`, so an empty file is
valid; a field that is not listed here is an error. A flag wins over a variable of the environment, a variable over the file, the file over
the default.

Marks: **No effect**: accepted, and nothing happens. **Operator**: without effect as there is no operator. **Refused**: valid, and refused by
\`lnk exec\`, as only an operator can do it. **Unstable**: may change with any version. **Deprecated**: use something else.

What the process gets from the cluster, \`feature\` and all below it, is on [a page of its own](lnk-config-feature.md).

Written by \`npm run surface\` from the table of fields; \`lnk config schema\` prints the same for editors.`;

const ABOUT_FEATURE = `# Configuration of lnk: \`feature\`

What the process gets from the cluster. [The other fields](lnk-config.md), and what the marks mean.

Written by \`npm run surface\`.`;

const code = (text: string): string => `\`${text}\``;
const inCell = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    // what stands between backticks is shown as it is
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[<*]/g, '\\$&')))
    .join('')
    .replace(/\|/g, '\\|');
const row = (...cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;

const marksOf = ({ effect, stage }: Pick<Field, 'effect' | 'stage'>): string[] => [
  ...(effect === undefined ? [] : [EFFECTS[effect]]),
  ...(stage === undefined ? [] : [stage === 'unstable' ? '**Unstable.**' : '**Deprecated.**']),
];

function fieldRow(field: Field): string {
  const { path, shape, env: variables = [], flags = [], doc } = field;
  const cells = [
    code(path),
    shapeWords(shape),
    fallbackText(field) ?? '',
    variables.map(({ name }) => code(name)).join(', '),
    flags.map(({ name }) => code(name)).join(', '),
    doc,
  ].map(inCell);
  return `| ${cells.join(' | ')}${marksOf(field)
    .map((mark) => ` ${mark}`)
    .join('')} |`;
}

function memberRow({ path, member: { shape, doc, required }, only }: MemberRow): string {
  return row(
    code(path),
    shapeWords(shape),
    [
      ...(required === true ? ['Required.'] : []),
      doc,
      ...(only === undefined ? [] : [`Only for ${only.map(code).join(', ')}.`]),
    ].join(' '),
  );
}

function membersTable({ path, shape }: Field): string[] {
  const rows = memberRows(shape, path);
  if (rows.length === 0) return [];
  return [
    `### Inside ${code(path)}`,
    ['| member | type | meaning |', '| --- | --- | --- |', ...rows.map(memberRow)].join('\n'),
  ];
}

function fieldsTable(fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  return [
    [
      '| field | type | default | variable | flag | meaning |',
      '| --- | --- | --- | --- | --- | --- |',
      ...fields.map(fieldRow),
    ].join('\n'),
    ...fields.flatMap(membersTable),
  ];
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));
const fieldsIn = (path: string): Field[] => FIELDS.filter((field) => parentOf(field.path) === path);

function sectionText(section: Section): string[] {
  const { path, doc, shorthands } = section;
  return [
    `## ${code(path)}`,
    [inCell(doc), ...marksOf(section)].join(' '),
    ...(shorthands === undefined ? [] : [`It is ${sectionWords(section)}.`]),
    ...fieldsTable(fieldsIn(path)),
  ];
}

const isOfFeature = ({ path }: Section): boolean => /^feature\b/.test(path);
const pageOf = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** The pages in `docs/reference`, in Markdown, by the names of their files. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'lnk-config.md': pageOf([
    ABOUT,
    '## The root',
    ...fieldsTable(fieldsIn('')),
    ...SECTIONS.filter((section) => !isOfFeature(section)).flatMap(sectionText),
  ]),
  'lnk-config-feature.md': pageOf([
    ABOUT_FEATURE,
    ...SECTIONS.filter(isOfFeature).flatMap(sectionText),
  ]),
});
