import type { Dialect } from './dialects.js';

const MOST = 1000;

type Matcher =
  | { readonly matcher?: string; readonly note?: string }
  | { readonly own: string }
  | { readonly wrong: string };

/** A matcher of tools with the names that tools have in our matchers. */
export function ourMatcher(text: string, { tools }: Dialect, toolPrefix: string): Matcher {
  if (text.length > MOST) return { wrong: `its matcher is longer than ${MOST} characters` };
  const isList = /^[\w:|\s-]+$/.test(text);
  const matcher = text.replaceAll(toolPrefix, 'mcp__').replaceAll(/\w+/g, (name) => {
    const ours = tools.get(name);
    if (ours === undefined) return name;
    return isList || !ours.includes('|') ? ours : `(?:${ours})`;
  });
  return isRegularExpression(matcher)
    ? { matcher }
    : { wrong: `its matcher "${text.slice(0, 80)}" is no regular expression` };
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** How a session begins, which our hooks do not tell apart. */
const BEGINNINGS = ['startup', 'resume', 'clear', 'compact'];

/** A hook for new sessions runs at every beginning; one for other beginnings only stays with its agent. */
export function sessionMatcher(text: string): Matcher {
  const named = BEGINNINGS.filter((beginning) => text.includes(beginning));
  if (!named.includes('startup')) return { own: 'its matcher' };
  return named.length === BEGINNINGS.length || named.length >= 3
    ? {}
    : { note: `It was written for "${text.slice(0, 80)}", and runs whenever a session begins.` };
}
