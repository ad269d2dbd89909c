import type { TextFormat } from '../fields/shape.js';

type Check = (text: string) => string | undefined | Promise<string | undefined>;

/** A check for each format. Its code and its library load with the first text of the format. */
const CHECKS: Readonly<Record<TextFormat, () => Promise<Check>>> = {
  'linear-pattern': async () =>
    (await import('../../patterns/check-pattern.js')).linearPatternProblem,
  pattern: async () => (await import('../../patterns/check-pattern.js')).patternProblem,
  target: async () => {
    const { readTarget } = await import('../target/read-target.js');
    return (text) => clauseOf(readTarget(text));
  },
  'outgoing-address': async () => {
    const { readAddressFilter } = await import('../../addresses/address-filter.js');
    return (text) => clauseOf(readAddressFilter(text));
  },
  'dns-address': async () => {
    const { readNameFilter } = await import('../../addresses/address-filter.js');
    return (text) => clauseOf(readNameFilter(text));
  },
  'json-path': async () => (await import('./json-path.js')).jsonPathProblem,
  'absolute-path': async () => (await import('./text-checks.js')).absolutePathProblem,
  'socket-address': async () => (await import('./text-checks.js')).socketAddressProblem,
  'ip-address': async () => (await import('./text-checks.js')).ipAddressProblem,
};

const clauseOf = (read: unknown): string | undefined =>
  typeof read === 'string' ? read : undefined;

/** What is wrong with a text of the format, and what to write: a clause without a full stop. `undefined` for a valid text. */
export async function formatProblem(format: TextFormat, text: string): Promise<string | undefined> {
  const check = await CHECKS[format]();
  return await check(text);
}
