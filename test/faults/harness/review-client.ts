import { isBrokenConnection } from './ledger.js';
import { pack, type Packed } from './registry-api.js';

/** What is asked for: a review of what is sent, one of what is published, or a fix run. */
export const asks = ['quality', 'version', 'fix'] as const;
export type Ask = (typeof asks)[number];

export const FIX_ITERATIONS = 2;

/** Where the guide of the skill is. */
export const GUIDE = 'references/guide.md';
/** A link leads here in vain, and only one file can be meant: a safe fix, and no score before. */
export const NO_GUIDE = 'docs/guide.md';

const routes: Readonly<Record<Ask, string>> = {
  quality: '/experimental/review-runs?workspace=acme&kind=quality',
  version: '/v1/tiles?workspace=acme',
  // a score of 100 is out of reach, so that all iterations are carried out
  fix: `/experimental/fix-runs?workspace=acme&threshold=100&maxIterations=${FIX_ITERATIONS}`,
};

/** A plugin with one skill; `guide` is what it links to. */
export const poet = (patch: number, guide: string): Promise<Packed> =>
  pack('acme/poet', `1.0.${patch}`, {
    'skills/poet/SKILL.md': poetText(patch, `Write four lines, as [the guide](${guide}) says.`),
    [`skills/poet/${GUIDE}`]: '# Guide\n\nCount the syllables.\n',
  });

export const poetText = (patch: number, body: string): string =>
  `---\nname: poet\ndescription: Writes poems, version ${patch}. Use when the user asks for a poem.\n---\n\n# Poet\n\n${body}\n`;

interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Asks a server that may die meanwhile; `undefined` when it died before it answered. */
export class ReviewClient {
  constructor(private readonly server: { readonly origin: string; readonly token: string }) {}

  ask(ask: Ask, { archive }: Pick<Packed, 'archive'>): Promise<Answer | undefined> {
    return this.#post(routes[ask], Buffer.from(archive));
  }

  cancel(id: string): Promise<Answer | undefined> {
    return this.#post(`/experimental/fix-runs/${id}/cancel`);
  }

  retry(id: string): Promise<Answer | undefined> {
    return this.#post(`/experimental/review-runs/${id}/retry`);
  }

  async #post(path: string, body?: Buffer): Promise<Answer | undefined> {
    const { origin, token } = this.server;
    const type = body === undefined ? 'application/json' : 'application/gzip';
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    try {
      const response = await fetch(origin + path, { method: 'POST', headers, body: body ?? '{}' });
      const { data = {} } = (await response.json()) as Partial<Answer>;
      return { status: response.status, data };
    } catch (error) {
      if (!isBrokenConnection(error)) throw error;
      return undefined;
    }
  }
}
