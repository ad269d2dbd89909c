import { defineError, ExitCode } from 'svc-registry/kernel';

interface ProxyFacts {
  /** Address of the proxy, without user and password. */
  readonly proxy: string;
  /** The variable that names it. */
  readonly variable: string;
}

export const proxyUnreachable = defineError<ProxyFacts & { why: string }>({
  code: 'proxy_unreachable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Proxy unreachable',
  message: ({ proxy, variable, why }) =>
    `The proxy ${proxy} (from ${variable}) cannot be reached: ${why}.`,
  hint: ({ variable }) =>
    `Correct or unset ${variable}; NO_PROXY names the hosts that are reached without a proxy.`,
});

export const proxySignInRequired = defineError<ProxyFacts & { given: boolean }>({
  code: 'proxy_sign_in_required',
  status: 407,
  exit: ExitCode.denied,
  title: 'Proxy sign-in required',
  cause: 'The proxy requires a user and a password, or refuses those in the variable.',
  message: ({ proxy, variable, given }) =>
    given
      ? `The proxy ${proxy} refuses the user and password in ${variable}.`
      : `The proxy ${proxy} (from ${variable}) requires a sign-in.`,
  hint: ({ variable }) =>
    `Write them into ${variable}, special characters percent-encoded: http://user:password@host:port.`,
});

export const proxyRefused = defineError<ProxyFacts & { target: string; answer: string }>({
  code: 'proxy_refused',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Proxy refused',
  message: ({ proxy, target, answer }) =>
    `The proxy ${proxy} refuses to connect to ${target}: it answers ${answer}.`,
  hint: ({ variable }) =>
    `Check the address, and whether the proxy allows it. NO_PROXY names the hosts that are reached without the proxy of ${variable}.`,
});

/** The other side cannot prove who it is. Nothing was sent to it. */
export const certificateRefused = defineError<{ url: string; why: string; hint: string }>({
  code: 'certificate_refused',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Certificate refused',
  remedy:
    'If the server has a certificate of your own authority, name its file in NODE_EXTRA_CA_CERTS.',
  message: ({ url, why }) => `The certificate of ${url} is not accepted: ${why}.`,
  hint: ({ hint }) => hint,
});
