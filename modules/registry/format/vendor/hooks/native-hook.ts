import type { FileTree } from '../../file-tree.js';
import type { Dialect, DialectId } from './dialects.js';
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
export function nativeHook(
  { dialect, hook, matcher, frame }: FoundHook,
  tree: FileTree,
): { item: object } | { wrong: string } {
  const plain = hook.plain() as Fields;
  const wrong = problemOf(plain, dialect);
  if (wrong !== undefined) return { wrong };
  const when = matcher?.plain();
  if (when !== undefined && typeof when !== 'string') return { wrong: 'its matcher is no text' };
  const converter = new Converter({ tree, startsInPlugin: dialect.startsInPlugin });
  const own = converter.convert(plain) as object;
  const around = converter.convert(
    Object.fromEntries([...frame].map(([key, value]) => [key, value.plain()])),
  ) as object;
  if (converter.wrong !== undefined) return { wrong: converter.wrong };
  const about = when === undefined ? {} : { matcher: when };
  return {
    item:
      dialect.shape === 'flat'
        ? { ...own, ...about }
        : { ...around, ...about, hooks: [withoutMatcher(own)] },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Why the agent does not take the hook. */
function problemOf(plain: Fields, { id }: Dialect): string | undefined {
  const type = plain['type'] ?? 'command';
  if (typeof type !== 'string' || !TYPES[id].includes(type))
    return `${id} has no hooks of the type ${JSON.stringify(type).slice(0, 40)}`;
  const required = REQUIRED[type] ?? [];
  const isThere = (key: string): boolean => {
    const value = plain[key];
    return typeof value === 'string' && value.trim() !== '';
  };
  return required.some(isThere) ? undefined : `it has no "${required[0] ?? ''}"`;
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
