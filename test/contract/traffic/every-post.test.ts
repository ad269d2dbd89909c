import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isSvcError,
  takesIdempotencyKey,
  type AnyOperation,
  type Class,
} from 'svc-registry/kernel';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { schemaOf } from '../../../hosts/module/manifest/json-schema.js';
import { deriveManifest } from '../../../kernel/manifest/derive-manifest.js';
import { Stage, type AuditedCall } from '../audit/audited-calls.js';
import { auditedCalls } from '../module-calls.js';
import { createWorld, type World } from '../authorization/world.js';
import { describeEachDatabase } from '../databases.js';

const declarations = await builtInModules();
const operations: readonly AnyOperation[] = declarations
  .flatMap(({ operations: bound = [] }) => bound.map(({ operation }) => operation))
  .filter(({ http }) => http !== undefined);
const posts = operations.filter(({ http }) => http?.method === 'POST');
const keyed = posts.filter(takesIdempotencyKey);

// what is named entries are the variables of an environment
const SECRET_FIELD = /password|secret|token|verifier|apiKey|^entries$|^(device)?code$/i;
const noDocs = { type: () => undefined, field: () => undefined, fieldNames: () => [] };

/** Names of all fields of an input, however deep they lie. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsIn)];
}

describe('POST', () => {
  it('takes an Idempotency-Key, but where nobody in particular asks, a secret is taken, or nothing is changed', async () => {
    const keyless = posts
      .filter((operation) => !takesIdempotencyKey(operation))
      .map(({ id }) => id);
    // clients know manifests only
    const manifests = (
      await Promise.all(declarations.map((declaration) => deriveManifest(declaration, [])))
    ).flatMap((all) => all.operations);
    const known = manifests.filter(
      (operation) => operation.http?.method === 'POST' && !takesIdempotencyKey(operation),
    );
    expect(known.map(({ id }) => id).sort()).toEqual(keyless.sort());
    expect(keyless).toEqual([
      'eval.checkRun',
      'identity.changePassword',
      'identity.redeemCode',
      'identity.redeemDeviceCode',
      'identity.signIn',
      'identity.startDeviceSignIn',
      'launch.createEnvironment',
      'policy.evaluateInstall',
      'policy.evaluatePolicy',
      'project.matchProject',
      'registry.matchTiles',
    ]);
  });

  it('and every other operation says whether it takes a secret', async () => {
    const mistaken: string[] = [];
    for (const { id, input, takesSecret = false } of operations) {
      const fields = fieldsIn(
        schemaOf((await input()) as Class<object>, { docs: noDocs, closed: true }),
      );
      if (fields.some((field) => SECRET_FIELD.test(field)) !== takesSecret) mistaken.push(id);
    }
    expect(mistaken).toEqual([]);
  });
});

describeEachDatabase('a repeated POST', (database) => {
  let world: World;

  beforeAll(async () => {
    const others = declarations.filter(
      ({ id }) => id !== 'persistence' && id !== 'identity' && id !== 'web',
    );
    // a repetition counts like any other call
    world = await createWorld(database, others, {
      SVC_RATE_LIMITS: 'all=off',
      SVC_ORG_CREATION: 'on',
    });
  });
  afterAll(() => world.server.stop());

  /** The answer or the code of the refusal, and whether it was given before. */
  async function sent(operation: AnyOperation, { input, upload }: AuditedCall, token: string) {
    const told = new Map<string, string>();
    const answerHeader = (name: string, value: string) => void told.set(name, value);
    const request = {
      surface: 'http',
      id: 'r',
      idempotencyKey: `key-${operation.id}`,
      answerHeader,
    } as const;
    const call = world.server.host.invoke(operation.id, input, {
      token,
      request,
      ...(upload && { upload }),
    });
    const answer = await call.catch((error: unknown) => {
      if (!isSvcError(error)) throw error;
      return error.code;
    });
    return {
      answer: JSON.stringify(answer ?? null),
      replayed: told.get('Idempotency-Replayed') === 'true',
    };
  }

  it.each(keyed.map((operation) => [operation.id, operation] as const))(
    'of %s changes nothing',
    async (id, operation) => {
      const token = (await world.tokens())['organization admin']!;
      const audited = await auditedCalls[id]!(new Stage(world, token));
      const first = await sent(operation, audited, token);
      const after = await world.dump();
      expect(JSON.parse(first.answer)).toEqual(expect.any(Object));
      const again = await sent(operation, audited, token);
      const { answersSecret = false } = operation;
      expect(again).toEqual(
        answersSecret
          ? { answer: '"answer_not_kept"', replayed: false }
          : { ...first, replayed: true },
      );
      expect(await world.dump()).toEqual(after);
    },
  );
});
