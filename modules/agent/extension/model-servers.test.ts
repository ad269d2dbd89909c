import { expect, it } from '@jest/globals';
import { useModelServers } from './model-servers.js';

it('are those that the environment names', () => {
  const registered: [string, string][] = [];
  const pi = {
    registerProvider: (name: string, { baseUrl }: { readonly baseUrl: string }) => {
      registered.push([name, baseUrl]);
    },
  };
  useModelServers(pi, {
    ANTHROPIC_BASE_URL: 'https://models.example/anthropic/',
    OPENAI_BASE_URL: '',
    GOOGLE_GEMINI_BASE_URL: 'https://models.example',
  });
  expect(registered).toEqual([
    ['anthropic', 'https://models.example/anthropic'],
    ['google', 'https://models.example/v1beta'],
  ]);
});
