import { invalidInput } from 'svc-registry/kernel';

const DEPTH_LIMIT = 64;
const NUL = '\0';

type Arguments = Readonly<Record<string, unknown>>;

function checkValue(value: unknown, depth: number): void {
  if (depth > DEPTH_LIMIT)
    throw invalidInput({ what: `The parameters are nested deeper than ${DEPTH_LIMIT} levels.` });
  if (typeof value === 'string' && value.includes(NUL))
    throw invalidInput({ what: 'A parameter has a NUL character.' });
  if (typeof value !== 'object' || value === null) return;
  for (const below of Object.values(value)) checkValue(below, depth + 1);
}

/** Refuses arguments that no operation accepts: values nested too deeply, and NUL characters, which are invalid in paths and names. */
export function checkedArguments(given: Arguments): Arguments {
  checkValue(given, 0);
  return given;
}
