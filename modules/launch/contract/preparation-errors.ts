import { defineError, ExitCode } from 'svc-registry/kernel';

/** A slot of a skill's `schemas` cannot be resolved. `why` is a clause. */
export const schemaUnresolved = defineError<{ slot: string; why: string; hint?: string }>({
  code: 'schema_unresolved',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Schema cannot be resolved',
  message: ({ slot, why }) => `The slot "${slot}" of the skill's "schemas" cannot be used: ${why}.`,
  hint: ({ hint }) => hint ?? 'Correct "schemas" in the front matter of the skill\'s SKILL.md.',
});

/** Inputs are missing, unknown or do not fit the slot `inputs`; each is one of `issues`, with the field `inputs.<name>`. */
export const inputsInvalid = defineError<{ problems: readonly string[] }>({
  code: 'inputs_invalid',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Invalid inputs',
  cause:
    'Inputs of the launch are missing or unknown, or do not fit what the skill declares in "schemas".',
  message: ({ problems }) =>
    problems.length === 1
      ? `The slot "inputs" of the skill's "schemas" is not satisfied: ${problems[0]}`
      : `The slot "inputs" of the skill's "schemas" is not satisfied: ${problems.length} inputs are wrong.`,
  hint: () => 'Give each input as `--input <name>=<value>`.',
});
