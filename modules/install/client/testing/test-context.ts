import { usageError, type Ask, type Context } from 'svc-registry/kernel';

export interface TestContext extends Context {
  readonly warnings: string[];
  readonly notes: string[];
}

const silent: Ask = {
  interactive: false,
  confirm: ({ flag }) => Promise.reject(usageError({ what: `needs ${flag}` })),
  text: ({ flag }) => Promise.reject(usageError({ what: `needs ${flag}` })),
  password: ({ flag }) => Promise.reject(usageError({ what: `needs ${flag}` })),
  select: ({ flag }) => Promise.reject(usageError({ what: `needs ${flag}` })),
  selectMany: ({ flag }) => Promise.reject(usageError({ what: `needs ${flag}` })),
};

/** The context of a command without a terminal. */
export function testContext(
  cwd: string,
  more: { env?: Context['env']; ask?: Ask } = {},
): TestContext {
  const warnings: string[] = [];
  const notes: string[] = [];
  return {
    caller: { kind: 'anonymous', id: null, label: 'test' },
    signal: new AbortController().signal,
    progress: {
      step: () => undefined,
      note: (text) => void notes.push(text),
      warn: (text) => void warnings.push(text),
    },
    ask: more.ask ?? silent,
    cwd,
    env: more.env ?? {},
    foreground: () => Promise.reject(new Error('no terminal in this test')),
    invoke: () => Promise.reject(new Error('no server in this test')),
    warnings,
    notes,
  };
}
