import { invalidInput } from 'svc-registry/kernel';

const DEPTH_LIMIT = 64;
const NUL = '\0';

type Arguments = Readonly<Record<string, unknown>>;

function refuseInsane(value: unknown, depth: number): void {
  if (depth > DEPTH_LIMIT) throw invalidInput({ what: `The parameters are nested deeper than ${DEPTH_LIMIT} levels.` });
  if (typeof value === 'string' && value.includes(NUL)) throw invalidInput({ what: 'A parameter has a NUL character.' });
  if (typeof value !== 'object' || value === null) return;
  for (const below of Object.values(value)) refuseInsane(below, depth + 1);
}

/** Refuses what no operation can mean: values nested without end, and NUL, which no path and no name can hold. */
export function saneArguments(given: Arguments): Arguments {
  refuseInsane(given, 0);
  return given;
}
