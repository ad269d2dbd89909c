import type { PermissionMode } from '../../contract/modes.js';

/** What the agent is about to do. */
export type Action =
  /** `secret`: keys of the user, such as those below `~/.svc`. */
  | { readonly kind: 'read'; readonly secret: boolean }
  /** `outside`: not in the project, or in a part of it that gives a program rights later. */
  | { readonly kind: 'write'; readonly outside: boolean }
  | { readonly kind: 'command' }
  /** A tool of a tool server or of an extension; `reads`: it says that it changes nothing. */
  | { readonly kind: 'tool'; readonly reads: boolean }
  /** Writes into the memory of the project, and nowhere else. */
  | { readonly kind: 'remember' };

/** `sandbox`: without asking, but in the sandbox. */
export type Decision = 'allow' | 'ask' | 'sandbox';

type Rule<K extends Action['kind']> = (
  action: Extract<Action, { kind: K }>,
  sandbox: boolean,
) => Decision;

type Rules = { readonly [K in Action['kind']]: Rule<K> };

const asks = (yes: boolean): Decision => (yes ? 'ask' : 'allow');
const secret: Rule<'read'> = (action) => asks(action.secret);

const rules: Readonly<Record<Exclude<PermissionMode, 'yolo'>, Rules>> = {
  ask: {
    read: secret,
    write: () => 'ask',
    command: () => 'ask',
    tool: ({ reads }) => asks(!reads),
    remember: () => 'ask',
  },
  'accept-edits': {
    read: secret,
    write: ({ outside }) => asks(outside),
    command: () => 'ask',
    tool: ({ reads }) => asks(!reads),
    remember: () => 'allow',
  },
  auto: {
    read: secret,
    write: ({ outside }) => asks(outside),
    command: (_action, sandbox) => (sandbox ? 'sandbox' : 'ask'),
    // the person has agreed to the server, and so to its tools
    tool: () => 'allow',
    remember: () => 'allow',
  },
};

/** Whether an action goes on, is asked about or goes into the sandbox. `sandbox`: whether there is one on this machine. */
export function decide(mode: PermissionMode, action: Action, sandbox: boolean): Decision {
  if (mode === 'yolo') return 'allow';
  const rule = rules[mode][action.kind] as Rule<Action['kind']>;
  return rule(action, sandbox);
}
