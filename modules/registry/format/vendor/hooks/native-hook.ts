import type { FileTree } from '../../file-tree.js';
import type { DialectId } from './dialects.js';
import type { FoundHook } from './find-hooks.js';
import { nativeText } from './hook-text.js';

/** What agents run beside commands. */
const TYPES: Readonly<Record<DialectId, readonly string[]>> = {
  'claude-code': ['command', 'prompt', 'agent', 'http', 'mcp_tool'],
  codex: ['command'],
  gemini: ['command'],
  cursor: ['command', 'prompt'],
  copilot: ['command', 'prompt', 'http'],
};
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  command: ['command', 'bash', 'powershell'],
  prompt: ['prompt'],
  agent: ['prompt'],
  http: ['url'],
  mcp_tool: ['tool'],
};

/** The hook as its own agent's file holds it, or why not. */
export function nativeHook(found: FoundHook, tree: FileTree): { item: object } | { wrong: string } {
  const { dialect, hook, matcher, frame } = found;
  const plain = hook.plain() as Readonly<Record<string, unknown>>;
  const type = plain['type'] ?? 'command';
  if (typeof type !== 'string' || !TYPES[dialect.id].includes(type))
    return { wrong: `${dialect.id} has no hooks of the type ${JSON.stringify(type).slice(0, 40)}` };
  const required = REQUIRED[type] ?? [];
  if (!required.some((key) => typeof plain[key] === 'string' && plain[key].trim() !== ''))
    return { wrong: `it has no "${required[0] ?? ''}"` };
  const when = matcher?.plain();
  if (when !== undefined && typeof when !== 'string') return { wrong: 'its matcher is no text' };
  const converter = new Converter({ tree, startsInPlugin: dialect.startsInPlugin });
  const own = converter.convert(plain) as object;
  const about = { ...(when !== undefined && { matcher: when }) };
  const others = converter.convert(
    Object.fromEntries([...frame].map(([key, value]) => [key, value.plain()])),
  ) as object;
  const item =
    dialect.shape === 'flat'
      ? { ...own, ...about }
      : { ...others, ...about, hooks: [withoutMatcher(own)] };
  return converter.wrong === undefined ? { item } : { wrong: converter.wrong };
}

function withoutMatcher(hook: object): object {
  return Object.fromEntries(Object.entries(hook).filter(([key]) => key !== 'matcher'));
}

/** Converts every text in a value. */
export class Converter {
  wrong: string | undefined;

  constructor(private readonly context: Parameters<typeof nativeText>[1]) {}

  convert(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.convert(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.convert(member)]),
    );
  }

  private text(written: string): string {
    const found = nativeText(written, this.context);
    if ('wrong' in found) {
      this.wrong ??= found.wrong;
      return written;
    }
    return found.text;
  }
}
