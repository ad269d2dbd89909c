/** Programs that move money or hold the keys to it. */
import type { Fact, FactOf } from '../../facts.js';
import type { Check, Draft, RuleText } from '../../rule.js';
import { destinationOf, isHostile } from '../../tables/hosts.js';
import { commandDrafts, commandTable } from '../commands.js';
import { factsOf, flowsOf, weighedByTrigger, worstBy } from '../flows.js';

const shared = { category: 'financial', code: 'W009', owasp: 'AST03' } as const;

const moneyMoved: RuleText = {
  ...shared,
  id: 'financial/money-moved',
  severity: 'MEDIUM',
  title: 'Moves money',
  reasoning: 'An agent that was tricked once pays, and payments of this kind are not returned.',
  fix: 'Prepare the payment and let the user confirm it where the money is kept.',
};

const seedSent: RuleText = {
  ...shared,
  id: 'financial/seed-sent',
  code: 'E006',
  owasp: 'AST01',
  severity: 'HIGH',
  title: 'Sends the keys of a wallet',
  reasoning: 'The phrase or the key gives full access to the money; no service needs it.',
  fix: 'Sign on the computer of the user and send the signed transaction.',
};

const commands = commandTable([
  { rule: moneyMoved, programs: 'solana spl-token', args: [/^transfer\b|^(pay|withdraw-stake)\b/] },
  { rule: moneyMoved, programs: 'cast', args: [/^send\b/], severity: 'LOW' },
  {
    rule: moneyMoved,
    programs: 'bitcoin-cli litecoin-cli monero-wallet-cli',
    args: [/\b(sendtoaddress|sendmany|sendall|sweep_all|transfer|dumpprivkey)\b/],
  },
  {
    rule: moneyMoved,
    programs: 'stripe',
    args: [/\b(payouts|transfers|charges|payment_intents) create\b/],
  },
  {
    rule: moneyMoved,
    programs: 'lncli lightning-cli',
    args: [/\b(payinvoice|sendpayment|sendcoins|pay|withdraw)\b/],
  },
]);

export const financial: Check = {
  rules: [moneyMoved, seedSent],
  check(subject) {
    const flows = flowsOf(subject);
    const requests = factsOf(subject, 'request');
    const sent = requests.filter(({ sends }) => flows.origins(sends).some(isSeed)).map(lost);
    const moved = requests.filter(moves).map(paid);
    return worstBy([...commandDrafts(subject, commands), ...sent, ...moved], ({ at }) =>
      JSON.stringify([at.unit.file, at.unit.decoded, at.line]),
    );
  },
};

const SEED =
  /mnemonic|seed_?phrase|recovery_?phrase|(wallet|eth|sol|deployer|owner)\w*private_?key|private_?key_?(wallet|eth|sol)/i;

const isSeed = (source: FactOf<'request'>['sends'][number]): boolean =>
  (source.kind === 'environment' && SEED.test(source.name)) ||
  (source.kind === 'file' &&
    /mnemonic|seed[-_]?phrase|wallet\.dat|\/keystore\/utc-|solana\/id\.json/i.test(
      source.path.text,
    ));

function lost(fact: FactOf<'request'>): Draft {
  const severity = isHostile(destinationOf(fact.url)) ? 'CRITICAL' : 'HIGH';
  return {
    rule: seedSent,
    at: fact.at,
    confidence: 'high',
    severity: weighedByTrigger(severity, fact),
  };
}

const PAYMENTS =
  /api\.stripe\.com\/v1\/(payouts|transfers|charges)|api(-m)?\.(sandbox\.)?paypal\.com\/v\d\/payments\/payouts|api\.(wise|transferwise)\.com\/v\d\/.*transfers|\/api\/v3\/(order|capital\/withdraw)|api\.coinbase\.com\/v2\/accounts\/.*transactions|\/0\/private\/(withdraw|addorder)/i;

/** Functions of libraries that pay or trade. */
const PAYING =
  /(^|\.)(send_?raw_?transaction|send_?transaction|send_?and_?confirm_?(raw_?)?transaction|send_?signed_?transaction|eth_?sendtransaction|write_?contract|(create|submit|place|market|limit)_?(market_?|limit_?|buy_?|sell_?)?order|withdraw|sendtoaddress|send_?bitcoins?|send_?payment)$|(payouts?|transfers?|charges?|payment_?intents?)\.create$/i;

const moves = ({ url, sends, tool }: FactOf<'request'>): boolean =>
  PAYING.test(tool) ||
  (PAYMENTS.test(url.text.slice(0, 2000)) && (sends.length > 0 || !/get$/i.test(tool)));

const paid = ({ at }: Fact): Draft => ({ rule: moneyMoved, at, confidence: 'medium' });
