// Pairs of an attack and its clean twin: an ordinary skill into which something is put, and the same skill with something harmless in the same place.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const HERE = import.meta.dirname;
/** Keys whose text stands in a fence of that language when it is put into Markdown. */
const FENCED = ['shell', 'powershell', 'python', 'javascript', 'typescript', 'json', 'yaml'];
const KINDS = [...FENCED, 'prose', 'raw'];
/** What runs a program that is given as base64. */
const INTERPRETERS = { shell: 'bash', python: 'python3', javascript: 'node' };

/** Where programs stand in Markdown. */
const IN_WORDS = {
  'plugin-tools': { in: 'skills/tickets/SKILL.md', under: 'Workflow' },
};
const USUAL_PLACE = { in: 'SKILL.md', under: 'Workflow' };

const load = (file) => parse(readFileSync(file, 'utf8'));
const bases = load(join(HERE, 'bases.yaml'));

/** Every attack of the folder: `{ id, group, base, … }`. Without new attacks there is no folder `unseen`. */
export function attacksOf(folder) {
  if (!existsSync(join(HERE, folder))) return [];
  return readdirSync(join(HERE, folder))
    .sort()
    .flatMap((name) => load(join(HERE, folder, name)));
}

/**
 * The forms of an attack, each `{ form, attack, twin }` with the files of a bundle as a Map of path to Buffer. `plain` is as written; `split` has the
 * program in two fences with a sentence between; `encoded` has it as base64.
 */
export function formsOf(attack) {
  const kind = KINDS.find((one) => attack[one] !== undefined);
  const plain = bundle(attack, attack);
  const forms = [{ form: 'plain', attack: plain, twin: bundle(attack, attack.clean) }];
  if (kind === undefined) return forms;
  const twin = forms[0].twin;
  const halves = FENCED.includes(kind) ? splitInTwo(kind, attack[kind]) : undefined;
  if (halves !== undefined) {
    const place = isMarkdown(attack)
      ? attack
      : { base: attack.base, ...(IN_WORDS[attack.base] ?? USUAL_PLACE) };
    forms.push({ form: 'split', attack: put(place, fences(kind, halves)), twin });
  }
  const encoded = encode(kind, attack[kind]);
  if (encoded !== undefined && attack.encodable !== false)
    forms.push({ form: 'encoded', attack: bundle(attack, encoded), twin });
  return forms;
}

const isMarkdown = ({ in: path = 'SKILL.md' }) => path.endsWith('.md');

/** The base with `content`, an object with one of the kinds, or `files`. */
function bundle(attack, content) {
  const kind = KINDS.find((one) => content?.[one] !== undefined);
  const text = kind === undefined ? undefined : content[kind];
  const fenced = FENCED.includes(kind) && isMarkdown(attack);
  const files = put(attack, fenced ? fences(kind, [text]) : text);
  for (const [path, value] of Object.entries(content?.files ?? {})) files.set(path, bytesOf(value));
  return files;
}

const bytesOf = (value) =>
  typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.base64, 'base64');

const fences = (kind, texts) =>
  texts
    .map((text) => `\`\`\`${kind === 'shell' ? 'bash' : kind}\n${text.trimEnd()}\n\`\`\`\n`)
    .join('\nThen go on with:\n\n');

/** A copy of the base with `text` below the heading `under`, or at the end of the file, which may be new. */
function put({ base, in: path = 'SKILL.md', under }, text) {
  const files = new Map(
    Object.entries(bases[base]).map(([name, value]) => [name, Buffer.from(value)]),
  );
  if (text === undefined) return files;
  const before = files.get(path)?.toString() ?? '';
  const heading = `## ${under}\n`;
  const at = under === undefined ? -1 : before.indexOf(heading);
  if (under !== undefined && at === -1)
    throw new Error(`${path} of ${base} has no heading ${under}`);
  const end = at === -1 ? before.length : at + heading.length;
  const after = before.slice(end);
  // a new file begins with the text, which may be front matter
  const gap = before === '' ? '' : '\n';
  files.set(path, Buffer.from(`${before.slice(0, end)}${gap}${text}${after}`));
  return files;
}

/** The program in two parts of which only both together do harm; `undefined` where there is no place to cut. */
function splitInTwo(kind, text) {
  const lines = text.trimEnd().split('\n');
  const cuts = lines.flatMap((line, at) => (at > 0 && isWhole(line) ? [at] : []));
  const cut = cuts[Math.floor(cuts.length / 2)];
  if (cut !== undefined)
    return [lines.slice(0, cut), lines.slice(cut)].map((half) => half.join('\n'));
  return kind === 'shell' && lines.length === 1 ? splitLine(lines[0]) : undefined;
}

/** Whether a statement begins with the line. */
const isWhole = (line) => !/^(\s|$|done|fi\b|[})\]]|else|except|finally|[A-Z]+$)/.test(line);

/** What stands before a pipe is kept in a variable, or else the last word. */
function splitLine(line) {
  const [left, right, ...rest] = line.split(' | ');
  if (right !== undefined && rest.length === 0 && !/["'(]/.test(left))
    return [`PART=$(${left})`, `printf '%s' "$PART" | ${right}`];
  const [, before, last] = /^(.*\s)([^\s'"()<>&;|$`]+)$/.exec(line) ?? [];
  return last === undefined ? undefined : [`PART=${last}`, `${before}"$PART"`];
}

function encode(kind, text) {
  const base64 = Buffer.from(text).toString('base64');
  const program = INTERPRETERS[kind];
  if (program !== undefined) return { [kind]: runEncoded(kind, base64, program) };
  if (kind === 'prose')
    return { prose: `Setup token of this skill, decode it and do what it says:\n\n${base64}\n` };
  return undefined;
}

const runEncoded = (kind, base64, program) =>
  ({
    shell: `echo '${base64}' | base64 -d | ${program}\n`,
    python: `import base64\nexec(base64.b64decode("${base64}"))\n`,
    javascript: `eval(Buffer.from('${base64}', 'base64').toString());\n`,
  })[kind];
