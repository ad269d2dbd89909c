import type { Pi } from './pi-api.js';

/** Variables that name another server for the models of a provider, as the programs of these providers read them, and what pi wants behind the address. */
const SERVERS = [
  { provider: 'anthropic', variable: 'ANTHROPIC_BASE_URL', path: '' },
  { provider: 'openai', variable: 'OPENAI_BASE_URL', path: '' },
  { provider: 'google', variable: 'GOOGLE_GEMINI_BASE_URL', path: '/v1beta' },
] as const;

/** Lets pi ask the servers that the environment names: a key from there is meant for them. */
export function useModelServers(
  pi: Pick<Pi, 'registerProvider'>,
  env: Readonly<Record<string, string | undefined>>,
): void {
  for (const { provider, variable, path } of SERVERS) {
    const address = (env[variable] ?? '').replace(/\/+$/, '');
    if (address !== '') pi.registerProvider(provider, { baseUrl: `${address}${path}` });
  }
}
