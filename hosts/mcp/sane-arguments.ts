import { invalidInput } from 'svc-registry/kernel';

const DEPTH_LIMIT = 64;
const NUL = '\0';

type Arguments = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Refuses what no operation can mean: values nested without end, and NUL, which no path and no name can hold. */
export function saneArguments(given: Arguments): Arguments {
  let level: unknown[] = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) throw invalidInput({ what: `The parameters are nested deeper than ${DEPTH_LIMIT} levels.` });
    if (level.some((value) => typeof value === 'string' && value.includes(NUL))) {
      throw invalidInput({ what: 'A parameter has a NUL character.' });
    }
    level = level.filter(isObject).flatMap((value) => Object.values(value) as unknown[]);
  }
  return given;
}
