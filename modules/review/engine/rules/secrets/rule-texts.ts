import type { RuleText } from '../../rule.js';

const common = { category: 'secrets', code: 'W008', owasp: 'AST02' } as const;
const FIX =
  'Revoke it, because everybody who can install the plugin has it, and read it from the environment or a secret store.';

export const privateKey: RuleText = {
  ...common,
  id: 'secrets/private-key',
  severity: 'CRITICAL',
  title: 'A private key ships with the plugin',
  reasoning:
    'The block is a whole private key. Everybody who downloads the plugin can act as the owner of the key, or the key gives its author access.',
  fix: FIX,
};

export const token: RuleText = {
  ...common,
  id: 'secrets/token',
  severity: 'HIGH',
  title: 'A token ships with the plugin',
  reasoning: 'The text has the form of a token that one issuer uses, and is no placeholder.',
  fix: FIX,
};

export const jsonWebToken: RuleText = {
  ...common,
  id: 'secrets/json-web-token',
  severity: 'MEDIUM',
  title: 'A signed JSON web token ships with the plugin',
  reasoning: 'Until it expires, the token lets everybody act as the one it was issued for.',
  fix: FIX,
};

export const urlPassword: RuleText = {
  ...common,
  id: 'secrets/url-password',
  severity: 'MEDIUM',
  title: 'An address contains a password',
  reasoning: 'The password stands in the address, before the name of the host.',
  fix: FIX,
};

export const assignedValue: RuleText = {
  ...common,
  id: 'secrets/assigned-value',
  severity: 'MEDIUM',
  title: 'A value that looks like a secret is assigned to a name for secrets',
  reasoning: 'The value is random enough to be a generated key or password.',
  fix: FIX,
};
