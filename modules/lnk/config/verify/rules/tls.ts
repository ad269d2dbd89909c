import { isIP } from 'node:net';
import { listOf } from '../../../../../toolbox/type-guards.js';
import { error } from '../finding.js';
import type { Rule } from '../rule.js';
import { membersAt } from '../values.js';

const INCOMING = 'feature.network.incoming';
const TLS = `${INCOMING}.tls_delivery`;
const HTTPS = `${INCOMING}.https_delivery`;
const LABEL = /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/;

function isServerName(name: string): boolean {
  if (isIP(name) !== 0) return true;
  const labels = name.replace(/\.$/, '').split('.');
  return name.length <= 253 && labels.every((label) => LABEL.test(label));
}

/** Rules about one section of TLS. */
const within = (field: string): readonly Rule[] => [
  {
    reads: [field],
    check: (configuration) => {
      const { trust_roots: roots, server_cert: cert } = membersAt(configuration, field);
      return roots !== undefined && cert !== undefined
        ? error(
            [field, 'server_cert'],
            `\`trust_roots\` and \`server_cert\` of \`${field}\` cannot be given together.`,
            'Keep one of them.',
          )
        : undefined;
    },
  },
  {
    reads: [field],
    check: (configuration) => {
      const { trust_roots: roots } = membersAt(configuration, field);
      return roots !== undefined && listOf(roots).length === 0
        ? error(
            [field, 'trust_roots'],
            `\`${field}.trust_roots\` is empty, so that no certificate would be accepted.`,
            'Name a file of certificates, or remove the list to accept every certificate.',
          )
        : undefined;
    },
  },
  {
    reads: [field],
    check: (configuration) => {
      const { server_name: name } = membersAt(configuration, field);
      return typeof name === 'string' && !isServerName(name)
        ? error(
            [field, 'server_name'],
            `\`${field}.server_name\` is neither a host name nor an IP address.`,
            'Write a name such as `api.example.com`, without protocol and port.',
          )
        : undefined;
    },
  },
];

/** Rules about how stolen TLS is delivered. */
export const TLS_RULES: readonly Rule[] = [
  {
    reads: [TLS, HTTPS],
    check: (configuration) =>
      configuration.isSet(TLS) && configuration.isSet(HTTPS)
        ? error(
            HTTPS,
            '`https_delivery` is the former name of `tls_delivery`, and both are given.',
            'Keep `tls_delivery`.',
          )
        : undefined,
  },
  ...[TLS, HTTPS].flatMap(within),
];
