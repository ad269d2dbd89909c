import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { describe } from '@jest/globals';
import type { ModelServer } from '../agents/model-server/model-server.js';
import type { Program } from './program.js';

const given = process.env['SVC_TEST_PI'];

/** The folder with an agent's program, where that is installed: `npm run agents` does it. */
export function agentBin(id: string): string | undefined {
  const own = id === 'svc-agent' && given !== undefined ? [given] : [];
  return [...own, resolve('.cache/agents', id)]
    .map((folder) => join(folder, 'node_modules/.bin'))
    .find((folder) => existsSync(folder));
}

const pi = agentBin('svc-agent');

/** `describe` where pi is installed; elsewhere it says how to have it: with its 110 packages it is too large to be one of ours. */
export function describeWithPi(name: string, suite: () => void): void {
  if (pi !== undefined) describe(name, suite);
  else
    describe.skip(
      `${name}: run \`npm run agents -- svc-agent\`, or set SVC_TEST_PI to a folder with @earendil-works/pi-coding-agent 0.74.2 installed, to run`,
      suite,
    );
}

/** The environment in which pi is found as a user has it: on PATH. */
export const withPi = (program: Program): Readonly<Record<string, string>> => ({
  PATH: [pi ?? '', program.env['PATH'] ?? ''].join(delimiter),
});

/** Lets pi ask this model. */
export async function useModel({ home }: Program, { origin }: ModelServer): Promise<void> {
  const settings = join(home, '.svc/agent');
  await mkdir(settings, { recursive: true });
  const models = [{ id: 'scripted', contextWindow: 100_000, maxTokens: 4000 }];
  const provider = { baseUrl: `${origin}/v1`, api: 'openai-completions', apiKey: 'none', models };
  await writeFile(join(settings, 'models.json'), JSON.stringify({ providers: { test: provider } }));
}
