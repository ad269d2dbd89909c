import type { Traces } from './traces.js';

/** Files that agents read by themselves, and those of skills: they are no part of a task. */
const MEMORY =
  /(?:^|\/)(?:SKILL\.md|CLAUDE(?:\.local)?\.md|AGENTS(?:\.override)?\.md|GEMINI\.md|copilot-instructions\.md|\.(?:cursor|windsurf|cline)rules|[^/]+\.mdc)$|(?:^|\/)\.(?:claude|codex|agents|gemini|cursor|svc)\//i;

/** A share of the lines of a file of the context: with more of them, that file itself is in the fixture. */
const COPY = 0.3;
const FEWEST_OF_COPY = 3;

/**
 * The traces that show something although the scenario begins with these files: what a fixture happens to say too shows nothing. A copy of a file of the
 * context, and what agents read by themselves, is no excuse.
 */
export function withoutExcused(
  traces: Traces,
  found: readonly { readonly file: string; readonly trace: string }[],
): Traces {
  const outside = new Set(found.filter(({ file }) => !MEMORY.test(file)).map(({ trace }) => trace));
  const copied = copiedFiles(traces, outside);
  const lines = [...traces.lines].filter(([line, file]) => !outside.has(line) || copied.has(file));
  return { lines: new Map(lines), names: traces.names.filter((name) => !outside.has(name)) };
}

function copiedFiles({ lines }: Traces, found: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, { all: number; found: number }>();
  for (const [line, file] of lines) {
    const count = counts.get(file) ?? { all: 0, found: 0 };
    count.all += 1;
    if (found.has(line)) count.found += 1;
    counts.set(file, count);
  }
  const copied = [...counts].filter(
    ([, count]) => count.found >= FEWEST_OF_COPY && count.found >= count.all * COPY,
  );
  return new Set(copied.map(([file]) => file));
}
