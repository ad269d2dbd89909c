import { afterEach, beforeEach, expect } from '@jest/globals';
import fc from 'fast-check';
import billing from '../../modules/billing/module.js';
import {
  creditsKey,
  entitlementsKey,
  type Credits,
} from '../../modules/billing/contract/credits.js';
import {
  setPlan,
  viewCredits,
  viewSubscription,
} from '../../modules/billing/contract/operations.js';
import type { CreditsView, SetPlanInput } from '../../modules/billing/contract/billing-dto.js';
import { listOrganizations } from '../../modules/identity/contract/index.js';
import { unitOfWorkKey } from '../../modules/persistence/contract/db.js';
import { itInTurn } from './databases-by-day.js';
import { describeEachDatabase, type DatabaseLocation } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';

const HOUR = 60 * 60 * 1000;

describeEachDatabase('credits', (databases) => {
  const it = itInTurn(databases);
  let location: DatabaseLocation;
  let server: IdentityServer;
  let others: IdentityServer[];
  let admin: string;
  let organizationId: string;
  let counter: number;

  beforeEach(async () => {
    location = await databases.create();
    server = await startIdentity(databases, { modules: [billing], location });
    server.clock.now = new Date('2026-03-25T09:00:00.000Z');
    [others, counter] = [[], 0];
    admin = await server.firstAdmin('admin@example.com', 'acme');
    organizationId = (await server.invoke(listOrganizations, {}, admin)).data[0]!.id;
  });
  afterEach(async () => {
    for (const each of [...others, server]) await each.stop();
  });

  const plan = (wanted: Omit<SetPlanInput, 'organization'> = {}) =>
    server.invoke(setPlan, { organization: 'acme', ...wanted });
  const credits = (include?: 'bundles'): Promise<CreditsView> =>
    server.invoke(viewCredits, { orgId: 'acme', ...(include && { include }) }, admin);
  const ledger = (of = server): Promise<Credits> => of.host.get(creditsKey);
  const later = (ms: number) => new Date(server.clock.now.getTime() + ms);

  async function reserve(
    amount: number,
    { reference = `run:${++counter}`, until = later(HOUR), on = server } = {},
  ): Promise<string> {
    await (await ledger(on)).reserve({ organizationId, reference, credits: amount, until });
    return reference;
  }

  it('are unlimited, and paid for, until somebody says otherwise', async () => {
    const subscription = await server.invoke(viewSubscription, { orgId: organizationId }, admin);
    expect(subscription).toEqual({
      organizationId,
      plan: 'unlimited',
      paid: true,
      monthlyPriceUsd: null,
      upgradePriceUsd: null,
    });
    expect(await credits()).toEqual({
      organizationId,
      state: 'unlimited',
      limit: null,
      used: 0,
      reserved: 0,
      remaining: null,
      windowStart: '2026-03-01T00:00:00.000Z',
      overLimit: 0,
      blocked: false,
      overageAllowed: false,
    });
    expect(await (await server.host.get(entitlementsKey)).paid(organizationId)).toBe(true);
    await reserve(1_000_000);
    expect(await credits()).toMatchObject({ state: 'unlimited', reserved: 1_000_000 });
  });

  it('of an expired reservation come back, also where the next one is refused', async () => {
    await plan({ plan: 'team-v1', credits: 10 });
    await reserve(6);
    server.clock.now = later(2 * HOUR);
    const request = { organizationId, reference: 'run:much', credits: 11, until: later(HOUR) };
    expect(await (await ledger()).tryToReserve(request)).toMatchObject({
      code: 'credits_exhausted',
    });
    await reserve(10);
    expect(await credits()).toMatchObject({ reserved: 10, remaining: 0 });
  });

  it('show the amounts in which they are added only when asked for', async () => {
    expect(await credits('bundles')).toMatchObject({
      bundles: [{ credits: 5000 }, { credits: 25000 }],
    });
    expect(Object.keys(await credits())).not.toContain('bundles');
    await plan({ credits: 10, add: 'bundle-5k' });
    expect(await credits()).toMatchObject({ limit: 5010 });
  });

  it('have prices only where the plan has them', async () => {
    const { subscription } = await plan({ plan: 'free', monthlyPrice: 0, upgradePrice: 49.99 });
    expect(subscription).toMatchObject({
      plan: 'free',
      paid: false,
      monthlyPriceUsd: null,
      upgradePriceUsd: 49.99,
    });
    expect((await plan({ plan: 'team-v1', monthlyPrice: 49.99 })).subscription).toMatchObject({
      paid: true,
      monthlyPriceUsd: 49.99,
      upgradePriceUsd: null,
    });
    expect(await (await server.host.get(entitlementsKey)).paid(organizationId)).toBe(true);
    expect((await plan({ noPrices: true, upgradePrice: 99 })).subscription).toMatchObject({
      monthlyPriceUsd: null,
    });
    expect((await plan({ plan: 'free' })).subscription).toMatchObject({ upgradePriceUsd: 99 });
    expect((await plan({ noPrices: true })).subscription).toMatchObject({
      plan: 'free',
      upgradePriceUsd: null,
    });
    await expect(plan({ credits: 5, noLimit: true })).rejects.toMatchObject({ code: 'usage' });
    expect((await plan({ noLimit: true })).credits).toMatchObject({ state: 'unlimited' });
    await expect(server.invoke(setPlan, { organization: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('are set aside, used, and given back', async () => {
    await plan({ credits: 100 });
    const run = await reserve(60);
    expect(await credits()).toMatchObject({ state: 'ok', used: 0, reserved: 60, remaining: 40 });
    await expect(reserve(41)).rejects.toMatchObject({
      code: 'credits_exhausted',
      status: 403,
      message: expect.stringContaining('40 left'),
    });
    await (await ledger()).settle(run, 25);
    expect(await credits()).toMatchObject({ used: 25, reserved: 0, remaining: 75 });
    await (await ledger()).settle(run, 60);
    await reserve(60, { reference: run });
    expect(await credits()).toMatchObject({ used: 25, reserved: 0 });
    await reserve(75);
    expect(await credits()).toMatchObject({ state: 'over_budget', remaining: 0, blocked: true });
  });

  it('never cost more than was set aside, nor less than nothing', async () => {
    const run = await reserve(10);
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 60])
      await expect((await ledger()).settle(run, wrong)).rejects.toThrow(RangeError);
    for (const wrong of [0, -1, 0.5, Number.NaN])
      await expect(reserve(wrong)).rejects.toThrow(RangeError);
    await (await ledger()).settle(run, 11);
    expect(await credits()).toMatchObject({ used: 10 });
    await expect((await ledger()).settle('run:unknown', 1)).rejects.toThrow();
  });

  it('may be exceeded where that is allowed, and say by how much', async () => {
    await plan({ credits: 100, overage: true });
    await reserve(130);
    expect(await credits()).toMatchObject({
      state: 'over_budget',
      overLimit: 30,
      blocked: false,
      overageAllowed: true,
    });
    await plan({ overage: false });
    expect(await credits()).toMatchObject({ blocked: true });
  });

  it('of a run whose time is over are free again, and still count when it ends after all', async () => {
    await plan({ credits: 100 });
    const run = await reserve(100, { until: later(HOUR) });
    server.clock.now = later(HOUR);
    expect(await credits()).toMatchObject({ reserved: 0, remaining: 100 });
    await reserve(50);
    await (await ledger()).settle(run, 100);
    expect(await credits()).toMatchObject({ used: 100, reserved: 50, overLimit: 50, remaining: 0 });
  });

  it('begin anew each month, without those that were added', async () => {
    await plan({ credits: 100, add: 'bundle-5k' });
    await (await ledger()).settle(await reserve(40), 40);
    const open = await reserve(30, { until: new Date('2026-04-02T00:00:00.000Z') });
    server.clock.now = new Date('2026-04-01T00:00:00.000Z');
    expect(await credits()).toMatchObject({
      limit: 100,
      used: 0,
      reserved: 30,
      windowStart: '2026-04-01T00:00:00.000Z',
    });
    await (await ledger()).settle(open, 30);
    expect(await credits()).toMatchObject({ limit: 100, used: 30, reserved: 0 });
  });

  it('are set aside together with the run, or not at all', async () => {
    await plan({ credits: 100 });
    const unit = await server.host.get(unitOfWorkKey);
    const failing = unit.run(async () => {
      await reserve(60);
      throw new Error('the run could not be written');
    });
    await expect(failing).rejects.toThrow('could not be written');
    expect(await credits()).toMatchObject({ reserved: 0 });
  });

  it('are never overdrawn, however many ask at once', async () => {
    if (databases.engine === 'postgres') {
      others = [await startIdentity(databases, { modules: [billing], location })];
      others[0]!.clock.now = server.clock.now;
    }
    const servers = [server, ...others];
    await plan({ credits: 500 });
    const asked = Array.from({ length: 100 }, (_, at) =>
      reserve(10, { on: servers[at % servers.length]! }),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'credits_exhausted' });
    expect(await credits()).toMatchObject({ used: 0, reserved: 500, remaining: 0 });
    const runs = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    await Promise.all(
      runs.flatMap((run, at) =>
        servers.map(async (each) => (await ledger(each)).settle(run, at % 2 === 0 ? 10 : 0)),
      ),
    );
    expect(await credits()).toMatchObject({ used: 250, reserved: 0, remaining: 250 });
  });

  it('are set aside once for a run, however many ask for it at once', async () => {
    await plan({ credits: 500 });
    await Promise.all(Array.from({ length: 20 }, () => reserve(10, { reference: 'run:same' })));
    expect(await credits()).toMatchObject({ reserved: 10 });
  });

  it('add up as a plain sum does, whatever comes in which order', async () => {
    const step = fc.record({
      run: fc.integer({ min: 0, max: 5 }),
      amount: fc.integer({ min: 1, max: 60 }),
      settle: fc.boolean(),
    });
    await plan({ credits: 100 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        round += 1;
        const before = await credits();
        const open = new Map<string, number>();
        const known = new Set<string>();
        let used = before.used;
        for (const { run, amount, settle } of steps) {
          const reference = `round:${round}:${run}`;
          const reserved = [...open.values()].reduce((sum, value) => sum + value, 0);
          if (settle && known.has(reference)) {
            await (await ledger()).settle(reference, amount);
            used += Math.min(amount, open.get(reference) ?? 0);
            open.delete(reference);
          } else if (!settle) {
            const fits = known.has(reference) || used + reserved + amount <= 100;
            const outcome = await reserve(amount, { reference }).then(
              () => true,
              () => false,
            );
            expect(outcome).toBe(fits);
            if (outcome && !known.has(reference)) open.set(reference, amount);
            if (outcome) known.add(reference);
          }
        }
        for (const reference of open.keys()) await (await ledger()).settle(reference, 0);
        expect(await credits()).toMatchObject({ used, reserved: 0 });
      }),
      { numRuns: 15 },
    );
  });
});
