/** The part of SARIF 2.1.0 that reviews use, as a schema: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
import { Ajv2020 } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;

const object = (
  required: readonly string[],
  properties: Readonly<Record<string, Schema>>,
): Schema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
const unique = { uniqueItems: true };
const text: Schema = { type: 'string' };
const filled: Schema = { type: 'string', minLength: 1 };
const message = object(['text'], { text: filled });
const bag: Schema = { type: 'object' };
const level: Schema = { enum: ['none', 'note', 'warning', 'error'] };

const rule = object(['id'], {
  id: filled,
  name: filled,
  shortDescription: message,
  fullDescription: message,
  help: message,
  defaultConfiguration: object(['level'], { level }),
  properties: object(['tags', 'security-severity'], {
    tags: list(filled, unique),
    'security-severity': { type: 'string', pattern: '^\\d+\\.\\d$' },
  }),
});

// relative: percent-encoded, with neither a scheme nor a backslash
const artifactLocation = object(['uri'], {
  uri: { type: 'string', pattern: "^(?:[\\w.~!$&'()*+,;=@-]|%[0-9A-F]{2}|/)+$" },
});
const location = object(['physicalLocation'], {
  physicalLocation: object(['artifactLocation'], {
    artifactLocation,
    region: object(['startLine'], {
      startLine: { type: 'integer', minimum: 1 },
      snippet: object(['text'], { text }),
    }),
  }),
});

const result = object(['ruleId', 'ruleIndex', 'level', 'message', 'locations', 'suppressions'], {
  ruleId: filled,
  ruleIndex: { type: 'integer', minimum: 0 },
  level,
  message,
  locations: list(location, { minItems: 1 }),
  partialFingerprints: { type: 'object', additionalProperties: filled, minProperties: 1 },
  suppressions: list(
    object(['kind'], {
      kind: { enum: ['inSource', 'external'] },
      status: { enum: ['accepted', 'underReview', 'rejected'] },
      justification: text,
    }),
    unique,
  ),
  properties: bag,
});

const run = object(['tool', 'results'], {
  tool: object(['driver'], {
    driver: object(['name', 'rules'], {
      name: filled,
      semanticVersion: filled,
      rules: list(rule, unique),
    }),
  }),
  automationDetails: object(['id'], { id: filled }),
  columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
  invocations: list(
    object(['executionSuccessful'], {
      executionSuccessful: { type: 'boolean' },
      toolExecutionNotifications: list(
        object(['message'], { level, message, locations: list(location) }),
      ),
    }),
  ),
  results: list(result, { maxItems: 25_000 }),
  properties: bag,
});

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(
  object(['version', 'runs'], {
    $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
    version: { const: '2.1.0' },
    runs: list(run, { minItems: 1, maxItems: 1 }),
  }),
);

interface Rules {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
}

/** What is wrong with a document; empty for a valid one. */
export function sarifProblems(document: object): readonly string[] {
  if (!validate(document))
    return (validate.errors ?? []).map(
      ({ instancePath, message: why }) => `${instancePath} ${why ?? ''}`,
    );
  const [{ tool, results }] = (document as { runs: [Rules] }).runs;
  return results
    .filter(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id !== ruleId)
    .map(({ ruleId }) => `${ruleId} is not the rule of its index`);
}
