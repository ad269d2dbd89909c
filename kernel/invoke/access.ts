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
import type { OperationManifest } from '../manifest/manifest.js';

/** Access to the authorizer, and to the locators of objects. */
export interface AccessServices {
  authorizer(): Promise<Authorizer>;
  locator(kind: string): Promise<Locator>;
}

/** A caller's attempt to call an operation. */
export interface Attempt {
  readonly input: object;
  readonly caller: Caller;
  /** Called with the object before the decision, and with `undefined` if the object proves to be hidden from the caller. */
  readonly found?: (object: Located | undefined) => void;
}

type ObjectAccess = Exclude<AnyOperation['access'], string>;

/** The same error for absent and for hidden objects: it must not reveal that the object exists. */
function unseen(
  { refusal }: ObjectAccess,
  { input, caller }: Attempt,
  object: { kind: string; id: string },
): Error {
  if (refusal !== undefined) return caller.kind === 'anonymous' ? signInRequired() : refusal(input);
  return notFound(
    caller.kind === 'anonymous'
      ? { ...object, hint: 'You are not signed in: after `svc login` you may see more.' }
      : object,
  );
}

interface Refusal {
  readonly authorizer: Authorizer;
  readonly object: Located;
  readonly decision: 'deny' | 'sign-in';
}

function refuse(
  { permission, refusal }: ObjectAccess,
  { input, caller }: Attempt,
  { authorizer, object, decision }: Refusal,
): Error {
  if (decision === 'sign-in') return signInRequired();
  if (refusal !== undefined) return refusal(input);
  return caller.kind === 'anonymous'
    ? signInRequired()
    : denied({ permission, hint: authorizer.remedy?.(caller, permission, object) });
}

async function authoriseOn(
  access: ObjectAccess,
  attempt: Attempt,
  services: AccessServices,
): Promise<Located> {
  const { permission, on: kind, of } = access;
  const id = of(attempt.input, attempt.caller);
  const locator = await services.locator(kind);
  const object = await locator.locate(id);
  if (object !== null) attempt.found?.(object);
  const authorizer = await services.authorizer();
  const decision =
    object === null ? 'hide' : await authorizer.decide(attempt.caller, permission, object);
  if (object === null || decision === 'hide') {
    attempt.found?.(undefined);
    throw unseen(access, attempt, locator.named?.(id) ?? { kind, id });
  }
  if (decision !== 'allow') throw refuse(access, attempt, { authorizer, object, decision });
  return object;
}

/** Refuses anonymous callers. They may read public objects but never write, so they are refused before anything is read or looked up. */
export function refuseStranger(
  { kind }: Caller,
  { access, effect }: Pick<OperationManifest, 'access' | 'effect'>,
): void {
  if (
    kind === 'anonymous' &&
    (access === 'signed-in' || (typeof access === 'object' && effect === 'write'))
  )
    throw signInRequired();
}

/** Throws unless the caller has access. Answers the object that the operation's access names. */
export function authorise(
  operation: AnyOperation,
  attempt: Attempt,
  services: AccessServices,
): Promise<Located | undefined> {
  const { access } = operation;
  return typeof access === 'string'
    ? Promise.resolve(undefined)
    : authoriseOn(access, attempt, services);
}
