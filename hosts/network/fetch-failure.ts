import { isSvcError, serverUnreachable } from 'svc-registry/kernel';
import { certificateRefused } from '../module/contract/network-errors.js';

type Env = Readonly<Record<string, string | undefined>>;
type Reason = readonly [why: string, hint: (env: Env) => string];

function trust({ SVC_CA_FILE: file = '' }: Env): string {
  return file === ''
    ? 'If you trust its operator, ask them for the certificate of their authority as a PEM file, and name that file in SVC_CA_FILE.'
    : `SVC_CA_FILE (${file}) does not contain the certificate of its authority; ask its operator for the right one.`;
}

const clock = (): string =>
  'Ask its operator for a new certificate, and check the clock of this machine.';
const unknown: Reason = ['it was issued by an authority that this machine does not know', trust];
const selfSigned: Reason = ['it is self-signed', trust];

const certificates: ReadonlyMap<string, Reason> = new Map([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknown],
  ['UNABLE_TO_GET_ISSUER_CERT', unknown],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknown],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknown],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', selfSigned],
  ['CERT_HAS_EXPIRED', ['it has expired', clock]],
  ['CERT_NOT_YET_VALID', ['it is not valid yet', clock]],
  ['CERT_REVOKED', ['it was revoked', clock]],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    ['it is issued for another name', () => 'Use the name that the certificate is issued for.'],
  ],
]);

/** Error codes of a server that does not speak TLS. */
const notTls: readonly (string | undefined)[] = [
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
];

interface TlsError {
  readonly code?: string;
  /** Why the host name does not match the certificate. */
  readonly reason?: string;
}

/** A TLS failure as an error for people; `undefined` for any other failure. */
export function tlsFailure(error: unknown, origin: string, env: Env): Error | undefined {
  const { code = '', reason } = (error ?? {}) as TlsError;
  const found = certificates.get(code);
  if (found !== undefined) {
    const [why, hint] = found;
    return certificateRefused(
      {
        url: origin,
        why: reason === undefined ? why : `${why}: ${reason}`.replace(/\.$/, ''),
        hint: hint(env),
      },
      { cause: error },
    );
  }
  if (notTls.includes(code))
    return serverUnreachable(
      { url: origin, why: 'it does not speak TLS, which https requires' },
      { cause: error },
    );
  return undefined;
}

/** Replaces an error of `fetch` by a more helpful one where possible. */
export function fetchFailure(error: unknown, origin: string, env: Env): unknown {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return isSvcError(cause) ? cause : (tlsFailure(cause, origin, env) ?? error);
}
