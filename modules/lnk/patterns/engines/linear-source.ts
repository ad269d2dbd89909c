import type { ClassItem, ClassNode, PatternNode } from '../syntax/pattern-node.js';
import { caseSenseOf, hasCase } from './ambient-case.js';

const ASSERTIONS = {
  textStart: '\\A',
  textEnd: '\\z',
  lineStart: '(?m:^)',
  lineEnd: '(?m:$)',
  wordBoundary: '\\b',
  noWordBoundary: '\\B',
};

/** A pattern without look-around in the syntax of `re2js`. */
export function linearSource(root: PatternNode): string {
  const fold = caseSenseOf(root) !== 'sensitive';
  return `${fold ? '(?i)' : ''}${sourceOf(root, fold)}`;
}

function sourceOf(node: PatternNode, fold: boolean): string {
  switch (node.kind) {
    case 'literal':
      return withCase(node, characterSource(node.codePoint), fold);
    case 'class':
      return withCase(node, classSource(node), fold);
    case 'any':
      return node.newline ? '(?s:.)' : '.';
    case 'assertion':
      return ASSERTIONS[node.is];
    default:
      return compositeSource(node, fold);
  }
}

type Leaf = Extract<PatternNode, { kind: 'literal' | 'class' }>;

function withCase(node: Leaf, source: string, fold: boolean): string {
  if (node.fold === fold || !hasCase(node)) return source;
  return `(?${fold ? '-i' : 'i'}:${source})`;
}

function compositeSource(
  node: Exclude<PatternNode, { kind: 'literal' | 'class' | 'any' | 'assertion' }>,
  fold: boolean,
): string {
  switch (node.kind) {
    case 'sequence':
      return node.parts.map((part) => partSource(part, fold)).join('');
    case 'alternatives':
      return node.parts.map((part) => sourceOf(part, fold)).join('|');
    case 'capture':
      return `(${node.name === undefined ? '' : `?P<${node.name}>`}${sourceOf(node.body, fold)})`;
    case 'repeat':
      return `(?:${sourceOf(node.body, fold)})${quantifier(node)}`;
    default:
      throw new Error(`the pattern has a part of the kind ${node.kind}, which is not linear`);
  }
}

function partSource(node: PatternNode, fold: boolean): string {
  const source = sourceOf(node, fold);
  return node.kind === 'alternatives' ? `(?:${source})` : source;
}

/** The same in all syntaxes. */
export function quantifier({ min, max, lazy }: Extract<PatternNode, { kind: 'repeat' }>): string {
  return `{${min},${max === Infinity ? '' : max}}${lazy ? '?' : ''}`;
}

function classSource({ negated, items }: ClassNode): string {
  return `[${negated ? '^' : ''}${items.map(itemSource).join('')}]`;
}

function itemSource(item: ClassItem): string {
  switch (item.kind) {
    case 'range':
      return item.from === item.to
        ? characterSource(item.from)
        : `${characterSource(item.from)}-${characterSource(item.to)}`;
    case 'ascii':
      return `[:${item.negated ? '^' : ''}${item.name}:]`;
    case 'unicode':
      return `\\${item.negated ? 'P' : 'p'}{${item.name}}`;
  }
}

function characterSource(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return /[\w/ ]/.test(text) ? text : `\\x{${codePoint.toString(16)}}`;
}
