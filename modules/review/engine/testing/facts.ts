/** Facts as readers find them, for tests of rules. */
import type { Fact, FactOf, Source, Value } from '../facts.js';
import type { Check, Subject } from '../rule.js';
import type { At, Unit } from '../unit.js';

export const scriptUnit = (over: Partial<Unit> = {}): Unit => ({
  file: 'scripts/setup.sh',
  role: 'script',
  reached: false,
  language: 'shell',
  text: '',
  line: 1,
  decoded: [],
  frames: [],
  ...over,
});

export const at = (line = 1, unit: Unit = scriptUnit()): At => ({
  unit,
  line,
  text: `line ${line}`,
});

/** A text that is known as it is, or with `${…}` in it as far as it is. */
export const value = (text: string): Value => ({ text, dynamic: text.includes('${') });

export const network = (url: string): Source => ({ kind: 'network', url: value(url), at: at() });
export const file = (path: string): Source => ({ kind: 'file', path: value(path), at: at() });
export const variable = (name: string): Source => ({ kind: 'environment', name, at: at() });
export const output = (name: string, args = ''): Source => ({
  kind: 'command',
  name,
  args,
  at: at(),
});

type Fill<K extends Fact['kind']> = Partial<Omit<FactOf<K>, 'kind'>>;

export const request = (url: string, over: Fill<'request'> = {}): Fact => ({
  kind: 'request',
  at: at(),
  tool: 'curl',
  url: value(url),
  sends: [],
  credentials: [],
  shows: false,
  insecure: false,
  ...over,
});

export const execute = (sources: readonly Source[], over: Fill<'execute'> = {}): Fact => ({
  kind: 'execute',
  at: at(),
  how: 'shell',
  program: 'bash',
  sources,
  text: value('${code}'),
  disguised: false,
  ...over,
});

export const write = (path: string, content: string, over: Fill<'write'> = {}): Fact => ({
  kind: 'write',
  at: at(),
  path: value(path),
  append: false,
  content: value(content),
  sources: [],
  ...over,
});

/** A command as one text; words are separated by blanks. */
export function run(command: string, over: Fill<'run'> = {}): Fact {
  const [name = '', ...args] = command.split(' ');
  return { kind: 'run', at: at(), name, args: args.map(value), elevated: false, sets: [], ...over };
}

/** A bundle of which only this is known. */
export const subjectOf = (over: Partial<Subject>): Subject => ({
  files: [],
  texts: [],
  notices: [],
  reached: new Set(),
  units: [],
  facts: [],
  prose: [],
  links: [],
  parsed: [],
  ...over,
});

/** What a check finds in facts, as `<rule> <severity>`. */
export async function findingsIn(check: Check, ...facts: readonly Fact[]): Promise<string[]> {
  const drafts = [...(await check.check(subjectOf({ facts })))];
  return drafts.map(({ rule, severity = rule.severity }) => `${rule.id} ${severity}`);
}
