/** Finds text in a skill that tells the judge what to answer. */

import {
  linesOf,
  matchesOf,
  plain,
  speaksOfScores,
} from '../../../models/contract/judge-addresses.js';
import { shown } from '../../engine/shown.js';
import { patterns } from './addressed-patterns.js';
import type { Piece, SkillData } from './skill-data.js';

export interface Address {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly excerpt: string;
}

const MOST = 20;
/** The lines that address the judge, in the order of the texts; of a path, line 1. `dimensions` are the ids of the reviewer. */
export function addressesIn(
  { texts, leftOut }: Pick<SkillData, 'texts' | 'leftOut'>,
  dimensions: readonly string[],
): readonly Address[] {
  const found: Address[] = [];
  const paths = [...texts.map(({ name }) => name), ...leftOut.map(({ path }) => path)];
  for (const { name, text } of [...texts, ...paths.map(asPiece)]) {
    const lines = text.split('\n');
    for (const line of addressedLines(lines, dimensions))
      found.push({ file: name, line, excerpt: shown(lines[line - 1] ?? '') });
  }
  return found.slice(0, MOST);
}

/** The judge reads paths too, and in them as much as a sentence may stand. */
const asPiece = (path: string): Piece => ({ name: path, text: path.replace(/[-_./\\]+/g, ' ') });

/** Numbers of lines, from 1, each once. */
function addressedLines(lines: readonly string[], dimensions: readonly string[]): Set<number> {
  const text = lines.map(plain).join('\n');
  const matches = [
    ...matchesOf(text, patterns.orders),
    ...matchesOf(text, patterns.addresses).filter(({ index }) => speaksOfScores(text, index)),
    ...plantedScores(text, dimensions).map((index) => ({ index, length: 0 })),
  ];
  return new Set(linesOf(text, matches).map(({ first }) => first));
}

/** Scores for two dimensions or more: an answer, written for the judge to copy. */
function plantedScores(text: string, dimensions: readonly string[]): readonly number[] {
  const planted = dimensions.flatMap((id) => {
    const value = String.raw`["']?\s{0,3}(?:[:=]|->|→)\s{0,3}(?:\{[^}]{0,60}?["']?score["']?\s{0,3}[:=]\s{0,3})?["']?\d`;
    const at = text.search(new RegExp(String.raw`\b${id.replaceAll('_', '[_ -]')}\b${value}`));
    return at < 0 ? [] : [at];
  });
  return planted.length < 2 ? [] : planted;
}
