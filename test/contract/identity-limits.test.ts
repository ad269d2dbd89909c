import { afterEach, beforeEach, expect } from '@jest/globals';
import { signIn } from '../../modules/identity/contract/operations/sign-in.js';
import { Attempts } from '../../modules/identity/server/entities/attempts.js';
import { AttemptLimits } from '../../modules/identity/server/limits/attempt-limits.js';
import { readDatabaseKey, unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { mapLimited } from '../../toolbox/map-limited.js';
import { itInTurn } from './databases-by-day.js';
import { describeEachDatabase, type DatabaseLocation } from './databases.js';
import { PASSWORD, startIdentity, type IdentityServer } from './identity-server.js';
import { expectError } from './expect-error.js';

const three = { name: 'three', attempts: 3, windowMs: 60_000 };

describeEachDatabase('limits', (database) => {
  const it = itInTurn(database);
  let location: DatabaseLocation;
  let server: IdentityServer;
  let limits: AttemptLimits;
  const limitsOf = ({ host }: IdentityServer): Promise<AttemptLimits> =>
    host.server!.services('identity').then((own) => own.get(AttemptLimits));
  const rows = async (): Promise<number> =>
    (await server.host.get(readDatabaseKey)).manager.count(Attempts);
  const refused = { code: 'too_many_attempts', status: 429 };

  beforeEach(async () => {
    location = await database.create();
    server = await startIdentity(database, { location });
    limits = await limitsOf(server);
  });
  afterEach(() => server.stop());

  it('refuse the attempt after the last, and say how long', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    server.later(20_500);
    await expect(limits.use([three, 'ann'])).rejects.toMatchObject({
      ...refused,
      details: { retryAfterSeconds: 40 },
    });
    await expect(limits.use([three, 'bob'])).resolves.toBeUndefined();
    await expect(limits.use([{ ...three, name: 'other' }, 'ann'])).resolves.toBeUndefined();
  });

  it('leave no trace of who is refused by another', async () => {
    const all = { name: 'all', attempts: 2, windowMs: 60_000 };
    await limits.use([three, 'ann'], [all, '']);
    await limits.use([three, 'bob'], [all, '']);
    await expect(limits.use([three, 'cat'], [all, ''])).rejects.toMatchObject({
      ...refused,
      details: { retryAfterSeconds: 60 },
    });
    expect(await rows()).toBe(3);
  });

  it('open again when the window has passed, after a reset, and for what was given back', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    await limits.giveBack([three, 'ann']);
    await limits.use([three, 'ann']);
    await expect(limits.use([three, 'ann'])).rejects.toMatchObject(refused);
    await limits.reset([three, 'ann']);
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    server.later(60_000);
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    await expect(limits.use([three, 'ann'])).rejects.toMatchObject(refused);
  });

  it('lock nobody out beyond the window when the clock was ahead for a while', async () => {
    const right = server.clock.now.getTime();
    server.clock.now = new Date(right + 24 * 60 * 60_000);
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann'], [three, 'bob']);
    await expect(limits.use([three, 'ann'])).rejects.toMatchObject(refused);
    server.clock.now = new Date(right);
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    await expect(limits.use([three, 'ann'])).rejects.toMatchObject({
      ...refused,
      details: { retryAfterSeconds: 60 },
    });
    server.clock.now = new Date(right + 60_000);
    await expect(limits.use([three, 'ann'], [three, 'bob'])).resolves.toBeUndefined();
  });

  it('are one for servers whose clocks differ by a moment', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    server.clock.now = new Date(server.clock.now.getTime() - 2_000);
    await expect(limits.use([three, 'ann'])).rejects.toMatchObject(refused);
  });

  it('survive a restart', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await limits.use([three, 'ann']);
    await server.stop();
    server = await startIdentity(database, { location });
    await expect((await limitsOf(server)).use([three, 'ann'])).rejects.toMatchObject(refused);
  });

  it('let exactly as many calls through as they say, on one server or several at the same time', async () => {
    const servers = [
      server,
      ...(location.engine === 'postgres' ? [await startIdentity(database, { location })] : []),
    ];
    const counters = await Promise.all(servers.map(limitsOf));
    const ten = { name: 'ten', attempts: 10, windowMs: 60_000 };
    const attempts = Array.from({ length: 50 }, (_, index) =>
      counters[index % counters.length]!.use([ten, 'ann']),
    );
    const results = await Promise.allSettled(attempts);
    for (const other of servers.slice(1)) await other.stop();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refused);
  });

  it('hold for guesses that are made at once', async () => {
    await server.firstAdmin('ann@example.com', 'acme');
    const guess = (index: number) =>
      server.invoke(signIn, { email: 'ann@example.com', password: `wrong password ${index}` });
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => guess(index)),
    );
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'in',
    );
    expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(40);
    await expect(
      server.invoke(signIn, { email: 'ann@example.com', password: PASSWORD }),
    ).rejects.toMatchObject(refused);
  });

  const guessFrom = (address: string, password = 'wrong password') =>
    server.host.invoke(signIn, { email: 'ann@example.com', password }, { address });

  it('let nobody lock somebody else out from one address', async () => {
    await server.firstAdmin('ann@example.com', 'acme');
    for (let guess = 0; guess < 10; guess++)
      await expectError(guessFrom('192.0.2.1'), 'sign_in_failed');
    await expect(guessFrom('192.0.2.1')).rejects.toMatchObject(refused);
    await expect(guessFrom('192.0.2.2', PASSWORD)).resolves.toMatchObject({
      user: { email: 'ann@example.com' },
    });
    await expect(guessFrom('192.0.2.1', PASSWORD)).rejects.toMatchObject(refused);
  });

  it('hold for an account that is guessed at from many addresses', async () => {
    await server.firstAdmin('ann@example.com', 'acme');
    const codes: string[] = [];
    for (let round = 0; round < 5; round++) {
      const results = await Promise.allSettled(
        Array.from({ length: 22 }, (_, index) => guessFrom(`192.0.2.${index}`)),
      );
      codes.push(
        ...results.map((result) =>
          result.status === 'rejected' ? (result.reason as { code: string }).code : 'in',
        ),
      );
    }
    expect(codes.filter((code) => code === 'sign_in_failed')).toHaveLength(100);
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(10);
    await expect(guessFrom('198.51.100.1', PASSWORD)).rejects.toMatchObject(refused);
    server.later(60 * 60_000);
    await expect(guessFrom('198.51.100.1', PASSWORD)).resolves.toBeDefined();
  });

  it('are shared by nobody, however many subjects somebody tries', async () => {
    const once = { name: 'once', attempts: 1, windowMs: 60_000 };
    const services = await server.host.server!.services('identity');
    // among so many, two would have met in any of the 2^18 buckets of a short hash
    await services.get(unitOfWorkKey).run(async () => {
      for (let index = 0; index < 2_500; index++) await limits.use([once, `subject ${index}`]);
    });
    expect(await rows()).toBe(2_500);
  });

  it('are forgotten when they have expired', async () => {
    await limits.use([three, 'ann']);
    await limits.use([{ ...three, windowMs: 120_000 }, 'bob']);
    server.later(60_000);
    const services = await server.host.server!.services('identity');
    await services.get(unitOfWorkKey).run((manager) => limits.forgetExpired(manager));
    expect(await rows()).toBe(1);
  });

  it('keep nothing of what an address tries that is refused, and no e-mail address at all', async () => {
    const attempt = (index: number) =>
      server.host.invoke(
        signIn,
        { email: `p${index}@example.com`, password: 'wrong' },
        { address: `2001:db8:1:2::${index + 1}` },
      );
    const guesses = Array.from({ length: 130 }, (_, index) => index);
    const codes = await mapLimited(guesses, 10, (index) =>
      attempt(index).then(
        () => 'in',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(30);
    expect(await rows()).toBe(201);
    const { manager } = await server.host.get(readDatabaseKey);
    expect(JSON.stringify(await manager.find(Attempts))).not.toContain('example');
  });
});
