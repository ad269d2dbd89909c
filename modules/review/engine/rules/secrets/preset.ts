import { rules } from '@secretlint/secretlint-rule-preset-recommend';

/** What a rule of the preset needs of its host; its own types are not published with it. */
interface PresetRule {
  readonly meta: { readonly id: string };
  create(
    host: {
      createTranslator(): (kind: string) => string;
      report(found: { readonly message: string; readonly range: readonly [number, number] }): void;
    },
    options: object,
  ): { file(source: { readonly content: string; readonly contentType: string }): unknown };
}

/** What a rule of the preset reports. */
export interface PresetMatch {
  /** Such as `GITHUB_TOKEN`. */
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Without the rule that lets comments of a file switch the others off, and those whose work is done here. */
const OTHERS = /-(?:filter-comments|gcp|privatekey)$/;
const used = (rules as unknown as readonly PresetRule[]).filter(
  ({ meta: { id } }) => !OTHERS.test(id),
);
/** What each form contains. The rules take a second for a few megabytes; lines without any of these are left out. */
const KEYWORD =
  /(?:A3T|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{8}|aws[\w"' ]{0,30}secret|secret_?access_?key|_authToken|npm_[A-Za-z0-9]{8}|:\/\/[^\s/:@]{1,256}:[^\s/@]{1,256}@|xox[a-z]-|xapp-|hooks\.slack\.com|SG\.\w|shp(?:pa|ca|at|ss)_|gh[pousr]_|github_pat_|\bsk-|lin_api_|\bops_/gi;
/** Before and after the keyword; forms are shorter. */
const BEFORE = 300;
const AFTER = 1200;
const LONGEST = 20_000;

/** What the recommended rules of secretlint report, except that of comments. */
export async function presetMatches(text: string): Promise<readonly PresetMatch[]> {
  const matches: PresetMatch[] = [];
  for (const { from, to } of windowsOf(text))
    for (const match of await matchesIn(text.slice(from, to)))
      matches.push({ ...match, from: from + match.from, to: from + match.to });
  return matches;
}

function windowsOf(text: string): readonly { from: number; to: number }[] {
  const windows: { from: number; to: number }[] = [];
  for (const { index } of text.matchAll(KEYWORD)) {
    const last = windows.at(-1);
    const from = Math.max(0, index - BEFORE);
    const to = Math.min(text.length, index + AFTER);
    if (last !== undefined && from <= last.to && to - last.from < LONGEST) last.to = to;
    else windows.push({ from, to });
  }
  return windows;
}

async function matchesIn(content: string): Promise<readonly PresetMatch[]> {
  const matches: PresetMatch[] = [];
  const host = {
    createTranslator: () => (kind: string) => kind,
    report: ({
      message,
      range: [from, to],
    }: {
      message: string;
      range: readonly [number, number];
    }) => void matches.push({ kind: message, from, to }),
  };
  for (const rule of used) await rule.create(host, {}).file({ content, contentType: 'text' });
  return matches;
}
