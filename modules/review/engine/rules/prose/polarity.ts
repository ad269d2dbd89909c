/** Whether a match means what its words say: negations and orders. */
import type { Token } from './tokens.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const NEGATIONS = words(
  "not never don't no without avoid avoids cannot can't mustn't shouldn't won't doesn't didn't isn't aren't refuse refuses nor neither stop prevent prevents " +
    'nicht nie niemals kein keine ne pas jamais nunca não non mai niet nooit не никогда nigdy değil asla không đừng chớ لا لن 勿 别 不',
);
/** After these a negation is an order: "never forget to send". */
const TURNS_BACK = words('forget fail hesitate miss only neglect omit just hold');
const REACH = 5;

/** Whether the clause denies what follows: "never ignore previous instructions". */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  const clause = tokens[at]?.clause;
  for (let before = at - 1; before >= 0 && before >= at - REACH; before--) {
    const token = tokens[before] as Token;
    if (token.clause !== clause) return false;
    if (NEGATIONS.has(token.text))
      return !tokens
        .slice(before + 1, at + 1)
        .some(({ text }) => TURNS_BACK.has(text) && text !== tokens[at]?.text);
  }
  return false;
}

const BEFORE_ORDERS = words(
  'then and to must should always please you also or first will shall need now just simply next finally only instead be been being is are by before after while when start begin keep continue do can may let ' +
    'agent assistant claude model ai immediately automatically',
);

/** Whether the verb orders something: it begins its clause, or follows words that introduce an order. */
export function isOrder(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || before.clause !== tokens[at]?.clause) return true;
  return (
    BEFORE_ORDERS.has(before.text) ||
    before.text.endsWith('ly') ||
    /[^\p{Script=Latin}]/u.test(before.text)
  );
}
