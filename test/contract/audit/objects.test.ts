import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { listAuditEvents } from '../../../modules/audit/contract/operations.js';
import {
  addOrganizationMember,
  addWorkspaceMember,
} from '../../../modules/identity/contract/index.js';
import {
  cancelInvitation,
  resendInvitation,
} from '../../../modules/identity/contract/operations/invitations.js';
import { createWorld, type World } from '../authorization/world.js';
import { describeEachDatabase } from '../databases.js';
import { PASSWORD } from '../identity-server.js';
import { auditedCalls } from '../module-calls.js';
import { MADE, Stage } from './audited-calls.js';

const declarations = await builtInModules();
const isAudited = ({ effect, runsAt, access }: AnyOperation): boolean =>
  effect === 'write' && runsAt === 'server' && access !== 'local' && access !== 'anyone';
const audited: readonly AnyOperation[] = declarations
  .flatMap(({ operations = [] }) => operations.map(({ operation }) => operation))
  .filter(isAudited);
const SECRET = new RegExp(`svc_[a-z]+_|${PASSWORD}`);

type Answer = Readonly<Record<string, string | undefined>> | undefined;

/** The id of what was made, however the answer calls it. */
const idIn = (answer: Answer): string | undefined =>
  ['id', 'reviewRunId', 'launchRunId', 'evalRunId', 'bundleId', 'generationId']
    .map((name) => answer?.[name])
    .find((id) => id !== undefined);

describe('what events name', () => {
  it('is said of every operation that is written down, and of no other', () => {
    expect(Object.keys(auditedCalls).sort()).toEqual(audited.map(({ id }) => id).sort());
  });
});

describeEachDatabase('the object of an event', (database) => {
  let world: World;
  let stage: Stage;

  beforeAll(async () => {
    const others = declarations.filter(
      ({ id }) => id !== 'persistence' && id !== 'identity' && id !== 'web',
    );
    world = await createWorld(database, others, { SVC_ORG_CREATION: 'on' });
  });
  afterAll(() => world.server.stop());

  const invoke = () => world.server.host.invoke;

  /** The events of what is done now. */
  async function eventsOf(work: () => Promise<unknown>, organization = 'acme') {
    stage.later(1);
    const since = world.server.clock.now.toISOString();
    await work();
    return (await invoke()(listAuditEvents, { organization, since }, { token: stage.token })).data;
  }

  it.each(audited.map((operation) => [operation.id, operation] as const))(
    'of %s',
    async (id, { answersSecret = false }) => {
      stage = new Stage(world, (await world.tokens())['organization admin']!);
      const { input, upload, token = stage.token, object, log } = await auditedCalls[id]!(stage);
      let answer: Answer;
      const events = await eventsOf(async () => {
        answer = (await invoke()(id, input, { token, ...(upload && { upload }) })) as typeof answer;
      }, log);
      const { kind, id: known, name } = object;
      const wanted = {
        kind,
        id: known === MADE ? idIn(answer) : known,
        name,
      };
      expect(events.map((event) => [event.operation, event.outcome, event.object])).toEqual([
        [id, 'done', wanted],
      ]);
      expect(JSON.stringify(events)).not.toMatch(SECRET);
      // else modules that keep answers would keep the secret
      expect(SECRET.test(JSON.stringify(answer ?? null)) && !answersSecret).toBe(false);
    },
  );

  it.each([
    {
      location: 'the organization',
      add: addOrganizationMember.id,
      where: { organization: 'acme' },
      name: 'new@example.com',
    },
    {
      location: 'a workspace',
      add: addWorkspaceMember.id,
      where: { workspace: 'tools' },
      name: 'tools/new@example.com',
    },
  ])(
    'of an invitation into $place is the same from its beginning to its end',
    async ({ add, where, name }) => {
      stage = new Stage(world, (await world.tokens())['organization admin']!);
      const { token } = stage;
      const options = { organization: 'acme' };
      const added = await eventsOf(() =>
        invoke()(add, { ...where, email: 'New@example.com' }, { token }),
      );
      const invitation = added[0]!.object!.id!;
      stage.later(3);
      const sent = await eventsOf(() =>
        invoke()(resendInvitation, { ...options, invitation }, { token }),
      );
      const cancelled = await eventsOf(() =>
        invoke()(cancelInvitation, { ...options, invitation }, { token }),
      );
      const object = { kind: 'invitation', id: invitation, name };
      expect([...added, ...sent, ...cancelled].map((event) => event.object)).toEqual([
        object,
        object,
        object,
      ]);
    },
  );

  it('of a refused change of a role is whose role it is', async () => {
    const tokens = await world.tokens();
    stage = new Stage(world, tokens['organization admin']!);
    const { object } = await stage.member('tools');
    const email = object.name.slice('tools/'.length);
    const events = await eventsOf(async () => {
      const giving = invoke()(
        addWorkspaceMember,
        { workspace: 'tools', email, role: 'owner' },
        { token: tokens.manager },
      );
      await expect(giving).rejects.toMatchObject({ code: 'role_too_high' });
    });
    expect(events.map(({ actor, outcome, object: named }) => [actor.name, outcome, named])).toEqual(
      [['manager@example.com', 'refused', object]],
    );
  });
});
