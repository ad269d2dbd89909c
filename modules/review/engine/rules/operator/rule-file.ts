import { RE2JS, RE2JSException } from 're2js';
import { parseDocument } from 'yaml';
import { severities, type Severity } from '../../../../registry/contract/scanners.js';
import {
  entriesOf,
  itemsOf,
  nodeAt,
  textOf,
  type DataEntry,
  type DataNode,
} from '../../data-node.js';
import { parseYaml } from '../../readers/data/yaml.js';
import type { RuleText } from '../../rule.js';
import { Lines } from '../../unit.js';
import { globPattern } from './glob.js';

/** A rule of the operator, checked and compiled. */
export interface OperatorRule {
  readonly text: RuleText;
  readonly kinds: ReadonlySet<TextKind>;
  /** Paths that it is for; none is all of them. */
  readonly paths: readonly RE2JS[];
  /** Each match is a finding. */
  readonly any: readonly RE2JS[];
  /** Every one must match the same text. */
  readonly all: readonly RE2JS[];
  /** None may match the same text. */
  readonly none: readonly RE2JS[];
}

export const textKinds = ['prose', 'code', 'any'] as const;
/** `prose`: one paragraph, item or the like. `code`: a program, or code in a document. `any`: a whole file as it is. */
export type TextKind = (typeof textKinds)[number];

export interface RuleProblem {
  /** `<file>:<line>`. */
  readonly where: string;
  /** A clause without a full stop. */
  readonly why: string;
}

/** The file of rules cannot be used. All that is wrong with it is named. */
export class OperatorRulesError extends Error {
  override readonly name = 'OperatorRulesError';

  constructor(readonly problems: readonly RuleProblem[]) {
    super(problems.map(({ where, why }) => `${where}: ${why}`).join('\n'));
  }
}

/** Reads a file of rules. Throws `OperatorRulesError`. */
export function readRules(text: string, file: string): readonly OperatorRule[] {
  const reader = new RuleReader(text, file);
  const rules = reader.rules();
  if (reader.problems.length > 0) throw new OperatorRulesError(reader.problems);
  return rules;
}

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const KEYS = new Set([
  'id',
  'severity',
  'title',
  'reasoning',
  'fix',
  'where',
  'pattern',
  'any',
  'all',
  'none',
]);
const FIX = 'Ask the operator of this registry.';

class RuleReader {
  readonly problems: RuleProblem[] = [];
  readonly #ids = new Set<string>();
  readonly #lines: Lines;

  constructor(
    readonly text: string,
    readonly file: string,
  ) {
    this.#lines = new Lines(text);
  }

  rules(): readonly OperatorRule[] {
    const [broken] = parseDocument(this.text, { logLevel: 'silent' }).errors;
    if (broken !== undefined) {
      this.#refuse(
        broken.pos[0],
        `the YAML is broken: ${broken.message.split(/ at line|\n/)[0] ?? ''}`,
      );
      return [];
    }
    const { root, unread } = parseYaml(this.text);
    const list = nodeAt(root, 'rules');
    if (list?.kind !== 'array') {
      this.#refuse(root.from, unread ?? 'the file lacks the list "rules"');
      return [];
    }
    for (const { key, from } of entriesOf(root))
      if (key !== 'rules') this.#refuse(from, `"${key}" is not known beside "rules"`);
    return itemsOf(list).flatMap((node) => this.#rule(node));
  }

  #rule(node: DataNode): readonly OperatorRule[] {
    if (node.kind !== 'object') {
      this.#refuse(node.from, 'a rule is a mapping of keys to values');
      return [];
    }
    const before = this.problems.length;
    this.#checkKeys(node.entries);
    const text = this.#text(node);
    const { kinds, paths } = this.#where(nodeAt(node, 'where'));
    const any = [...this.#patterns(node, 'pattern'), ...this.#patterns(node, 'any')];
    const all = this.#patterns(node, 'all');
    const none = this.#patterns(node, 'none');
    if (this.problems.length === before && any.length + all.length === 0)
      this.#refuse(node.from, 'a rule needs "pattern", "any" or "all"');
    return this.problems.length > before ? [] : [{ text, kinds, paths, any, all, none }];
  }

  #checkKeys(entries: readonly DataEntry[]): void {
    const seen = new Set<string>();
    for (const { key, from } of entries) {
      if (!KEYS.has(key))
        this.#refuse(from, `"${key}" is not known; keys are ${[...KEYS].join(', ')}`);
      if (seen.has(key)) this.#refuse(from, `"${key}" is there twice`);
      seen.add(key);
    }
  }

  #text(rule: DataNode): RuleText {
    return {
      id: `operator/${this.#id(rule)}`,
      category: 'operator',
      code: 'W022',
      owasp: 'AST09',
      severity: this.#severity(rule),
      title: this.#string(rule, 'title'),
      reasoning: this.#string(rule, 'reasoning'),
      fix: nodeAt(rule, 'fix') === undefined ? FIX : this.#string(rule, 'fix'),
    };
  }

  #id(rule: DataNode): string {
    const id = this.#string(rule, 'id');
    const from = nodeAt(rule, 'id')?.from ?? rule.from;
    if (id !== '' && !ID.test(id))
      this.#refuse(from, `"${id}" is no id: ids have small letters, digits and single hyphens`);
    if (this.#ids.has(id)) this.#refuse(from, `the id "${id}" is taken by a rule above`);
    if (id !== '') this.#ids.add(id);
    return id;
  }

  #severity(rule: DataNode): Severity {
    const written = this.#string(rule, 'severity');
    const severity = severities.find((one) => one === written);
    if (severity === undefined && written !== '')
      this.#refuse(
        nodeAt(rule, 'severity')?.from ?? rule.from,
        `"${written}" is no severity; they are ${severities.join(', ')}`,
      );
    return severity ?? 'LOW';
  }

  #string(rule: DataNode, key: string): string {
    const node = nodeAt(rule, key);
    const text = textOf(node)?.trim() ?? '';
    if (text === '') this.#refuse(node?.from ?? rule.from, `a rule needs "${key}", a text`);
    return text;
  }

  #where(node: DataNode | undefined): Pick<OperatorRule, 'kinds' | 'paths'> {
    const kinds = new Set<TextKind>();
    const paths: RE2JS[] = [];
    for (const { text, from } of this.#strings(node, 'where')) {
      const kind = textKinds.find((one) => one === text);
      if (kind !== undefined) kinds.add(kind);
      else if (/[/.*]/.test(text)) paths.push(RE2JS.compile(globPattern(text)));
      else this.#refuse(from, `"${text}" is neither ${textKinds.join(', ')} nor a path`);
    }
    if (kinds.size === 0) kinds.add('any');
    return { kinds, paths };
  }

  #patterns(rule: DataNode, key: string): readonly RE2JS[] {
    return this.#strings(nodeAt(rule, key), key).flatMap(({ text, from }) => {
      try {
        return [RE2JS.compile(text)];
      } catch (error) {
        if (!(error instanceof RE2JSException)) throw error;
        this.#refuse(from, `the pattern cannot be used: ${error.message}`);
        return [];
      }
    });
  }

  #strings(
    node: DataNode | undefined,
    key: string,
  ): readonly { readonly text: string; readonly from: number }[] {
    if (node === undefined) return [];
    const items = node.kind === 'array' ? node.items : [node];
    if (items.length === 0) this.#refuse(node.from, `"${key}" is empty`);
    return items.flatMap((item) => {
      const text = textOf(item) ?? '';
      if (text !== '') return [{ text, from: item.from }];
      this.#refuse(item.from, `"${key}" holds something that is no text`);
      return [];
    });
  }

  #refuse(offset: number, why: string): void {
    this.problems.push({ where: `${this.file}:${this.#lines.before(offset) + 1}`, why });
  }
}
