import {
  isAlias,
  isMap,
  isScalar,
  type Alias,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Mistake } from '../../problem.js';
import { DEEPEST, duplicateKey, numberMistake, tooDeep } from '../document.js';
import type { DocumentNode, Member, ScalarNode } from '../node.js';

/** Values that aliases may repeat in one file. */
const MOST_REPEATED = 10_000;

type Range = Pick<ScalarNode, 'from' | 'to'>;

/** The tree cannot go on. */
class Stopped extends Error {}

/** Turns what the parser has made of a text into the form of every format. */
export class YamlTree {
  readonly mistakes: Mistake[] = [];
  /** False when values are missing in the tree. */
  usable = true;
  readonly #anchors = new Map<string, Node>();
  /** The anchors around the value that is read. */
  readonly #around = new Set<Node>();
  readonly #path: (string | number)[] = [];
  #aliases = 0;
  #repeated = 0;

  root(node: Node): DocumentNode | undefined {
    try {
      return this.#node(node);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.usable = false;
      return undefined;
    }
  }

  #node(node: Node): DocumentNode {
    const range = rangeOf(node);
    if (this.#path.length > DEEPEST) this.#stop(tooDeep(this.#path, range.from));
    if (this.#aliases > 0 && ++this.#repeated > MOST_REPEATED)
      this.#stop({ path: this.#path.slice(0, 3), at: range.from, ...TOO_MUCH });
    if (isAlias(node)) return this.#alias(node, range);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#around.add(node);
    const content = this.#content(node, range);
    this.#around.delete(node);
    return content;
  }

  #content(node: Scalar | YAMLMap | YAMLSeq, range: Range): DocumentNode {
    if (isScalar(node)) return this.#scalar(node, range);
    if (isMap(node)) return { kind: 'object', members: this.#members(node), ...range };
    const items = node.items.map((item, index) =>
      this.#below(index, () => this.#node(item as Node)),
    );
    return { kind: 'list', items, ...range };
  }

  #alias({ source }: Alias, range: Range): DocumentNode {
    const target = this.#target(source, range);
    if (target === undefined) return { kind: 'null', value: null, ...range };
    this.#aliases++;
    // the value stands where the alias does; what is below it, where it is written
    const content = { ...this.#node(target), ...range };
    this.#aliases--;
    return content;
  }

  #target(name: string, { from }: Range): Node | undefined {
    const target = this.#anchors.get(name);
    if (target !== undefined && !this.#around.has(target)) return target;
    const message =
      target === undefined
        ? `No anchor &${name} is written before this alias.`
        : `The alias *${name} repeats a value that it is itself a part of.`;
    this.#report({ message, hint: 'Correct the name, or write the value in its place.' }, from);
    this.usable = false;
    return undefined;
  }

  #members(map: YAMLMap): readonly Member[] {
    const members = new Map<string, Member>();
    const merged: Member[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      if (isMerge(pair)) merged.push(...this.#merged(pair));
      else this.#member(pair, members);
    }
    // what is written in the object itself wins, then the first that is merged
    for (const member of merged) if (!members.has(member.key)) members.set(member.key, member);
    return [...members.values()];
  }

  #member({ key, value }: Pair<Node, Node | null>, members: Map<string, Member>): void {
    const { from, to } = rangeOf(key);
    const name = this.#key(key, from);
    if (name === undefined) return;
    this.#below(name, () => {
      const node =
        value === null ? ({ kind: 'null', value: null, from: to, to } as const) : this.#node(value);
      if (members.has(name)) this.mistakes.push(duplicateKey([...this.#path], from));
      else members.set(name, { key: name, from, value: node });
    });
  }

  /** Numbers and constants are keys as they are written. */
  #key(key: Node, from: number): string | undefined {
    const node = isAlias(key) ? this.#anchors.get(key.source) : key;
    if (isScalar(key) && key.anchor !== undefined) this.#anchors.set(key.anchor, key);
    if (isScalar(node) && (node.source ?? '') !== '') return keyText(node);
    if (isScalar(node) && typeof node.value === 'string') return node.value;
    this.usable = false;
    this.#report(isScalar(node) ? NO_KEY : NO_TEXT, from);
    return undefined;
  }

  #merged({ key, value }: Pair<Node, Node | null>): readonly Member[] {
    const { from } = rangeOf(key);
    const before = this.mistakes.length;
    const node = value === null ? undefined : this.#node(value);
    // an alias that is wrong is reported already
    if (this.mistakes.length > before) return [];
    const sources = node?.kind === 'list' ? node.items : [node];
    return sources.flatMap((source) => {
      if (source?.kind === 'object') return source.members;
      this.#report(NO_MERGE, source?.from ?? from);
      return [];
    });
  }

  #scalar({ value, source }: Scalar, range: Range): ScalarNode {
    if (typeof value === 'number') {
      const mistake = numberMistake(value, { path: [...this.#path], at: range.from });
      if (mistake !== undefined) this.mistakes.push(mistake);
      return { kind: 'number', value, ...range };
    }
    if (typeof value === 'boolean') return { kind: 'boolean', value, ...range };
    if (value === null) return { kind: 'null', value, ...range };
    return { kind: 'string', value: typeof value === 'string' ? value : (source ?? ''), ...range };
  }

  #below<T>(key: string | number, work: () => T): T {
    this.#path.push(key);
    const result = work();
    this.#path.pop();
    return result;
  }

  #report(text: Pick<Mistake, 'message' | 'hint'>, at: number): void {
    this.mistakes.push({ path: [...this.#path], at, ...text });
  }

  #stop(mistake: Mistake): never {
    this.mistakes.push(mistake);
    throw new Stopped();
  }
}

/** The second number is the end of the value; behind it come blanks and comments. */
const rangeOf = ({ range }: Node): Range => ({ from: range?.[0] ?? 0, to: range?.[1] ?? 0 });

const keyText = ({ value, source }: Scalar): string =>
  typeof value === 'string' ? value : (source ?? '');

/** In quotes it is a key like others. */
const isMerge = ({ key }: Pair<Node, Node | null>): boolean =>
  isScalar(key) && key.value === '<<' && key.type === 'PLAIN';

const TOO_MUCH = {
  message: `The aliases of this file repeat more than ${MOST_REPEATED} values.`,
  hint: 'Write the values themselves, without anchors and aliases.',
};
const NO_KEY = { message: 'A key is missing here.', hint: 'Write `key: value`.' };
const NO_TEXT = {
  message: 'A key is a list or an object here.',
  hint: 'Keys are texts: put what begins with "{" or "[" in quotes, templates too.',
};
const NO_MERGE = {
  message: 'A merge key (<<) takes an object or a list of objects, usually an alias.',
  hint: 'Write `<<: *name`, or put the key in quotes if it is a field.',
};
