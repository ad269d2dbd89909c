import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { globSync } from 'tinyglobby';
import { STYLE } from './assets.js';

const MODULES = join(import.meta.dirname, '..', '..');
const style = STYLE.map((file) =>
  readFileSync(join(import.meta.dirname, 'assets', file), 'utf8'),
).join('');
const [light = new Map<string, string>(), darker = new Map<string, string>()] = [
  ...style.matchAll(/:root \{([^}]*--paper[^}]*)\}/g),
].map(
  ([, block = '']) =>
    new Map(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', colour = '']) => [
        name,
        colour,
      ]),
    ),
);

/** Relative luminance (WCAG 2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(
  colours: ReadonlyMap<string, string>,
  [front, back]: readonly [string, string],
): number {
  const [dark = 0, bright = 0] = [front, back]
    .map((name) => luminance(colours.get(name) ?? ''))
    .sort((left, right) => left - right);
  return (bright + 0.05) / (dark + 0.05);
}

const texts = ['paper', 'card', 'code-paper', 'accent-paper', 'bad-paper', 'warn-paper'].flatMap(
  (back) => [
    ['ink', back] as const,
    ...(back.endsWith('-paper')
      ? []
      : (['soft', 'accent', 'accent-hover', 'bad'] as const).map(
          (front) => [front, back] as const,
        )),
  ],
);
/** What has a colour of its own on a paper of its own, besides texts within it. */
const badges = [
  ['soft', 'code-paper'],
  ['good', 'good-paper'],
  ['warn', 'warn-paper'],
  ['bad', 'bad-paper'],
  ['accent', 'accent-paper'],
] as const;
/** The words of a file, also on the line that a link leads to. */
const code = ['soft', 'accent', 'good', 'warn'].flatMap((front) => [
  [front, 'card'] as const,
  [front, 'warn-paper'] as const,
]);
const buttons = [
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
] as const;
const edges = [
  ['edge', 'paper'],
  ['edge', 'card'],
  ['bad', 'bad-paper'],
  ['accent', 'accent-paper'],
] as const;

describe.each([
  ['light', light],
  ['dark', darker],
])('in %s colours', (_name, colours) => {
  it.each([...texts, ...badges, ...code, ...buttons])('%s on %s can be read', (...pair) => {
    expect(contrast(colours, pair)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edges)('%s on %s can be seen', (...pair) => {
    expect(contrast(colours, pair)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(globSync('*/server/**/*.njk', { cwd: MODULES }))('the template %s', (path) => {
  const template = readFileSync(join(MODULES, path), 'utf8');

  it('escapes everything and brings no script and no style of its own', () => {
    expect(template).not.toMatch(
      /\|\s*safe\b|autoescape|<script|<style|\sstyle=|\son\w+=|javascript:|https?:\/\//i,
    );
  });

  it('has the forms that are posted carry the token', () => {
    expect(template.match(/<form\b[^>]*method="post"/g)?.length ?? 0).toBe(
      template.match(/name="csrf"/g)?.length ?? 0,
    );
  });
});
