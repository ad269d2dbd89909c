import { FunctionExpressionType, JSONPathEnvironment } from 'json-p3';
import { quoted } from '../../quoted.js';

const EXAMPLE = '`$.order.id`';
/** Longer ones are no queries that people write. */
const LONGEST = 10_000;

const environment = new JSONPathEnvironment();
environment.functionRegister.set('typeof', {
  argTypes: [FunctionExpressionType.NodesType],
  returnType: FunctionExpressionType.ValueType,
  // queries are only checked here
  call: () => undefined,
});

/** What keeps a text from being a JSONPath query of RFC 9535, or one that also asks for the type of values by `typeof`; a clause. */
export function jsonPathProblem(text: string): string | undefined {
  if (!text.startsWith('$'))
    return `${quoted(text)} is no JSONPath: it starts with \`$\`, write one such as ${EXAMPLE}`;
  if (text.length > LONGEST)
    return `the JSONPath has more than ${LONGEST} characters: write a shorter one such as ${EXAMPLE}`;
  try {
    environment.compile(text);
    return undefined;
  } catch (error) {
    return `${quoted(text)} is no JSONPath: ${reasonOf(error)}, write one such as ${EXAMPLE}`;
  }
}

/** Messages of the library end with an excerpt that people cannot use: `('$.-a':2)`. */
function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'RangeError') return 'it is nested too deeply';
  if (/backup beyond start|TOKEN_ERROR|TOKEN_EOF/.test(message)) return 'it ends in the middle';
  const at = /:(\d+)\)$/.exec(message)?.[1];
  const reason = message
    .replace(/ \('[^]*':\d+\)$/, '')
    .replaceAll('  ', ' ')
    .replace(/TOKEN_\w+/g, (token) => token.slice(6).toLowerCase());
  return at === undefined ? reason : `${reason} at character ${Number(at) + 1}`;
}
