import {
  denied,
  notFound,
  signInRequired,
  type AnyOperation,
  type Authorizer,
  type Caller,
  type Decision,
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

function refuse(decision: Exclude<Decision, 'allow'>, access: ObjectAccess, { input, caller }: Attempt): Error {
  const { permission, on: kind, of, refusal } = access;
  if (decision === 'hide') return unseen(caller, { kind, id: of(input, caller) });
  if (decision === 'sign-in') return signInRequired();
  return refusal?.(input) ?? (caller.kind === 'anonymous' ? signInRequired() : denied({ permission }));
}

async function authoriseOn(access: ObjectAccess, attempt: Attempt, services: AccessServices): Promise<Located> {
  const { permission, on: kind, of } = access;
  const id = of(attempt.input, attempt.caller);
  const object = await (await services.locator(kind)).locate(id);
  if (object === null) throw unseen(attempt.caller, { kind, id });
  attempt.found?.(object);
  const decision = await (await services.authorizer()).decide(attempt.caller, permission, object);
  if (decision !== 'allow') throw refuse(decision, access, attempt);
  return object;
}

/** Strangers may be shown public objects but change nothing: they are told so before anything is looked up. */
function needsSignIn({ access, effect }: AnyOperation): boolean {
  return access === 'signed-in' || (typeof access === 'object' && effect === 'write');
}

/** Lets the caller through or throws. Answers the object that the operation's access names. */
export async function authorise(operation: AnyOperation, attempt: Attempt, services: AccessServices): Promise<Located | undefined> {
  if (attempt.caller.kind === 'anonymous' && needsSignIn(operation)) throw signInRequired();
  const { access } = operation;
  return typeof access === 'string' ? undefined : authoriseOn(access, attempt, services);
}
