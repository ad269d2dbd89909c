import {
  namesOf,
  objectsOf,
  textOf,
  type JsonObject,
  type Reply,
  type WireProtocol,
} from './protocol.js';

const ASKS = /:(generateContent|streamGenerateContent)$/;

/** Google's Gemini: `POST /v1beta/models/<model>:generateContent` and `:streamGenerateContent`. */
export const geminiContent: WireProtocol = {
  name: 'gemini-content',
  read(path, body) {
    const way = ASKS.exec(path)?.[1];
    if (way === undefined) return undefined;
    const parts = objectsOf(body['contents']).flatMap((content) => objectsOf(content['parts']));
    return {
      shown: JSON.stringify(body),
      tools: objectsOf(body['tools']).flatMap((tool) => namesOf(tool['functionDeclarations'])),
      toolResults: parts
        .filter((part) => 'functionResponse' in part)
        .map((part) => textOf(part['functionResponse'])),
      streaming: way === 'streamGenerateContent',
    };
  },
  whole,
  stream: (reply, id) => [{ data: whole(reply, id) }],
  aside: (path) => (path.endsWith(':countTokens') ? { totalTokens: 1 } : undefined),
};

function whole(reply: Reply, id: string): JsonObject {
  const part =
    'text' in reply
      ? { text: reply.text }
      : { functionCall: { id, name: reply.call.tool, args: reply.call.input } };
  return {
    candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    responseId: id,
  };
}
