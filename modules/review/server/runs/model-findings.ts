/** Findings that a language model adds to a security review. It receives the files as data, and a finding counts only if it quotes them. */
import { createHash } from 'node:crypto';
import type { ModelQuestion } from '../../../models/contract/index.js';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { categories, type Category } from '../../contract/finding-words.js';
import { shown } from '../../engine/shown.js';
import type { StoredFinding } from './stored-report.js';

/** A text file of a bundle. */
export interface QuotableFile {
  readonly name: string;
  readonly text: string;
}

/** Characters of all files in one question. */
const MOST_CHARACTERS = 120_000;
const MOST_QUESTIONS = 8;
const MOST_FINDINGS = 50;
const TOKENS = 500_000;
const ANSWER_TOKENS = 8192;

const SYSTEM = [
  'You review the files of a plugin for coding agents. Agents obey its instructions and run its programs with the rights of the user.',
  'Name what would harm the user: orders to the agent behind their back, secrets that leave the computer, code that is fetched and run, changes of the',
  'settings of agents, destruction, and deceit about what the plugin does. Leave out what is merely unusual, what the plugin openly exists for, and what a text warns of.',
  'Quote in `evidence` the exact characters of one line that show it. Without any finding answer an empty list.',
].join(' ');

const severities = ['LOW', 'MEDIUM', 'HIGH'] as const;

interface Answered {
  readonly findings: readonly {
    readonly file: string;
    readonly evidence: string;
    readonly severity: (typeof severities)[number];
    readonly category: Category;
    readonly title: string;
    readonly reasoning: string;
    readonly fix: string;
  }[];
}

const sentence = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

const SCHEMA = {
  type: 'object',
  required: ['findings'],
  additionalProperties: false,
  properties: {
    findings: {
      type: 'array',
      maxItems: MOST_FINDINGS,
      items: {
        type: 'object',
        required: ['file', 'evidence', 'severity', 'category', 'title', 'reasoning', 'fix'],
        additionalProperties: false,
        properties: {
          file: sentence(4096),
          evidence: sentence(500),
          severity: { enum: severities },
          category: { enum: categories },
          title: sentence(120),
          reasoning: sentence(1000),
          fix: sentence(500),
        },
      },
    },
  },
};

/** Copies of the text files of a bundle. Other files are judged by the rules only. */
export const textsOf = (files: readonly PluginFile[]): readonly QuotableFile[] =>
  files
    .filter(({ content }) => !content.includes(0))
    .map(({ path, content }) => ({ name: path, text: Buffer.from(content).toString('utf8') }));

/** The questions about the files, within the budget; `undefined` if the files are too long for it. */
export function questionsAbout(
  files: readonly QuotableFile[],
): readonly ModelQuestion<Answered>[] | undefined {
  const budget = { tokens: TOKENS, used: 0 };
  const groups = grouped(files);
  if (groups === undefined || groups.length > MOST_QUESTIONS) return undefined;
  return groups.map((data) => ({
    purpose: 'review.security',
    system: SYSTEM,
    data,
    schema: SCHEMA,
    maxTokens: ANSWER_TOKENS,
    budget,
  }));
}

/** Groups of files, one for each question; `undefined` if a file is too long for a question. */
function grouped(files: readonly QuotableFile[]): readonly QuotableFile[][] | undefined {
  const groups: QuotableFile[][] = [];
  let length = Infinity;
  for (const file of files) {
    if (file.text.length > MOST_CHARACTERS) return undefined;
    if (length + file.text.length > MOST_CHARACTERS) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(file);
    length += file.text.length;
  }
  return groups;
}

/** The findings of an answer, without those whose evidence is not in their file. */
export function findingsIn(
  { findings }: Answered,
  files: readonly QuotableFile[],
): StoredFinding[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  return findings.flatMap((finding) => {
    const { category, evidence, file, severity, title, reasoning, fix } = finding;
    const quoted = evidence.trim();
    const at = quoted === '' ? -1 : (byName.get(file)?.text.indexOf(quoted) ?? -1);
    if (at < 0) return [];
    const before = byName.get(file)?.text.slice(0, at) ?? '';
    return {
      rule: `model/${category}`,
      code: 'W023',
      owasp: 'AST01',
      category,
      severity,
      confidence: 'low' as const,
      title: shown(title),
      reasoning: shown(reasoning, 1000),
      fix: shown(fix, 500),
      file,
      line: before.split('\n').length,
      excerpt: shown(quoted),
      fingerprint: fingerprintOf(category, file, quoted),
      engine: 'model' as const,
    };
  });
}

function fingerprintOf(category: Category, file: string, evidence: string): string {
  const span = evidence.replace(/\s+/g, ' ');
  return createHash('sha256')
    .update(JSON.stringify(['model', category, file, span]))
    .digest('hex')
    .slice(0, 32);
}
