import {
  denied,
  notFound,
  signInRequired,
  type AnyOperation,
  type Authorizer,
  type Caller,
  type Located,
  type Locator,
} from '../api/index.js';

/** Who decides, and who finds the objects that are decided on. */
export interface AccessServices {
  authorizer(): Promise<Authorizer>;
  locator(kind: string): Promise<Locator>;
}

/** Who wants to do what. */
export interface Attempt {
  readonly input: object;
  readonly caller: Caller;
  /** Told of the object before it is decided on. */
  readonly found?: (object: Located) => void;
}

type ObjectAccess = Exclude<AnyOperation['access'], string>;

/** The same for what is absent and for what is hidden. */
function unseen({ kind: caller }: Caller, object: { kind: string; id: string }): Error {
  return notFound(caller === 'anonymous' ? { ...object, hint: 'You are not signed in: after `svc login` you may see more.' } : object);
}

function refuse(decision: 'deny' | 'sign-in', { permission, refusal }: ObjectAccess, { input, caller }: Attempt): Error {
  if (decision === 'sign-in') return signInRequired();
  return refusal?.(input) ?? (caller.kind === 'anonymous' ? signInRequired() : denied({ permission }));
}

async function authoriseOn(access: ObjectAccess, attempt: Attempt, services: AccessServices): Promise<Located> {
  const { permission, on: kind, of } = access;
  const id = of(attempt.input, attempt.caller);
  const locator = await services.locator(kind);
  const object = await locator.locate(id);
  if (object !== null) attempt.found?.(object);
  const decision = object === null ? 'hide' : await (await services.authorizer()).decide(attempt.caller, permission, object);
  if (object === null || decision === 'hide') throw unseen(attempt.caller, locator.named?.(id) ?? { kind, id });
  if (decision !== 'allow') throw refuse(decision, access, attempt);
  return object;
}

/** Strangers may be shown public objects but change nothing: they are told so before anything is looked up. */
function needsSignIn({ access, effect }: AnyOperation): boolean {
  return access === 'signed-in' || (typeof access === 'object' && effect === 'write');
}

/** Lets the caller through or throws. Answers the object that the operation's access names. */
export function authorise(operation: AnyOperation, attempt: Attempt, services: AccessServices): Promise<Located | undefined> {
  if (attempt.caller.kind === 'anonymous' && needsSignIn(operation)) return Promise.reject(signInRequired());
  const { access } = operation;
  return typeof access === 'string' ? Promise.resolve(undefined) : authoriseOn(access, attempt, services);
}
