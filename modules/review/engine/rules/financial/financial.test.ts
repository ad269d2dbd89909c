import { expect, test } from '@jest/globals';
import { findingsIn, request, run, variable } from '../../testing/facts.js';
import { financial } from './index.js';

test('payments and the keys of wallets', async () => {
  expect(await findingsIn(financial, run('solana transfer abc 1'))).toEqual([
    'financial/money-moved MEDIUM',
  ]);
  const pay = request('https://api.stripe.com/v1/payouts', { sends: [variable('AMOUNT')] });
  expect(await findingsIn(financial, pay)).toEqual(['financial/money-moved MEDIUM']);
  const seed = { sends: [variable('WALLET_MNEMONIC')] };
  expect(await findingsIn(financial, request('https://x.some-vendor.io', seed))).toEqual([
    'financial/seed-sent HIGH',
  ]);
  expect(await findingsIn(financial, request('https://webhook.site/1', seed))).toEqual([
    'financial/seed-sent CRITICAL',
  ]);
});

test('asking for prices and balances moves nothing', async () => {
  const price = request('https://api.coinbase.com/v2/prices/BTC-USD/spot', {
    tool: 'requests.get',
  });
  expect(await findingsIn(financial, price, run('solana balance'))).toEqual([]);
});
