import { usageError } from 'svc-registry/kernel';

/** The values of `--input <name>=<value>`, by name. Throws a usage error for one without a name, and for a name that is there twice. */
export function inputsOf(given: readonly string[] = []): ReadonlyMap<string, string> {
  const inputs = new Map<string, string>();
  for (const text of given) {
    const at = text.indexOf('=');
    const name = text.slice(0, at).trim();
    if (at === -1 || name === '')
      throw usageError({ what: `--input takes <name>=<value>, not "${text}".` });
    if (inputs.has(name)) throw usageError({ what: `--input ${name} is given more than once.` });
    inputs.set(name, text.slice(at + 1));
  }
  return inputs;
}
