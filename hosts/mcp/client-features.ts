import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RootsOfClient } from './client-roots.js';

/** Milliseconds that a client may take to list its roots, while a call waits. */
const ROOTS_LIMIT = 5_000;
/** Milliseconds that a person has to decide whether to open a page. */
const QUESTION_LIMIT = 15 * 60_000;

/** Some clients accept a form without fields on their own, so the person has to agree in a field. */
const AGREEMENT = {
  type: 'object' as const,
  properties: { agree: { type: 'boolean' as const, title: 'I agree', default: false } },
  required: ['agree'],
};

export type Decision = 'accept' | 'decline' | 'cancel';

export interface PageQuestion {
  /** Unique; identifies the question in the notification of its end. */
  readonly id: string;
  readonly page: string;
  readonly message: string;
}

/** The client's capabilities, as it declared them. */
export interface ClientFeatures extends RootsOfClient {
  /** Whether the client can put a question to a person. */
  asksPeople(): boolean;
  /** Whether the person agrees. Throws when they could not be asked. */
  confirm(message: string, signal: AbortSignal): Promise<boolean>;
  /** Whether the client can show a person a page. */
  showsPages(): boolean;
  /** Asks the person to open the page. */
  showPage(question: PageQuestion, signal: AbortSignal): Promise<Decision>;
  /** Notifies the client that the action on the page is complete. */
  pageDone(id: string): Promise<void>;
}

// eslint-disable-next-line @typescript-eslint/no-deprecated -- the advised class takes no JSON Schema
export function featuresOf(server: Server): ClientFeatures {
  return {
    tellsRoots: () => server.getClientCapabilities()?.roots !== undefined,
    listRoots: async () =>
      (await server.listRoots(undefined, { timeout: ROOTS_LIMIT })).roots.map(({ uri }) => uri),
    asksPeople: () => server.getClientCapabilities()?.elicitation?.form !== undefined,
    confirm: async (message, signal) => {
      const { action, content } = await server.elicitInput(
        { mode: 'form', message, requestedSchema: AGREEMENT },
        { signal, timeout: QUESTION_LIMIT },
      );
      return action === 'accept' && content?.['agree'] === true;
    },
    showsPages: () => server.getClientCapabilities()?.elicitation?.url !== undefined,
    showPage: async ({ id, page, message }, signal) => {
      const question = { mode: 'url' as const, elicitationId: id, url: page, message };
      return (await server.elicitInput(question, { signal, timeout: QUESTION_LIMIT })).action;
    },
    pageDone: (id) => server.createElicitationCompletionNotifier(id)(),
  };
}
