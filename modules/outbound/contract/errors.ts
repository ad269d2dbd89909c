import { defineError, ExitCode } from 'svc-registry/kernel';

/** The address may not be fetched. The text never has an address that a name resolved to: it could describe the operator's network. */
export const outboundRefused = defineError<{ what: string; why: string; hint?: string }>({
  code: 'outbound_refused',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Address not allowed',
  message: ({ what, why }) => `${what} is not fetched: ${why}.`,
  hint: ({ hint }) =>
    hint ??
    'Use a public https address. An operator can allow an origin of their own network with SVC_OUTBOUND_ALLOW.',
});

/** The address may be fetched, but did not answer as it must. */
export const outboundFailed = defineError<{ what: string; why: string; hint?: string }>({
  code: 'outbound_failed',
  status: 502,
  exit: ExitCode.unavailable,
  title: 'Address cannot be fetched',
  remedy: 'Check the address, and that the host can be reached from the server. Then try again.',
  message: ({ what, why }) => `${what} cannot be fetched: ${why}.`,
  hint: ({ hint }) => hint,
});
