import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';

/** The schema of a check cannot be used, whatever the solution is. `message`: the end of a sentence. */
export class SchemaUnusable extends Error {}

/** A pattern of a schema in a syntax that is matched in linear time; ajv asks for the part of RegExp that it uses. */
class LinearPattern {
  private readonly pattern: RE2JS;

  constructor(private readonly source: string) {
    this.pattern = RE2JS.compile(source);
  }

  /** By this ajv tells patterns apart. */
  toString(): string {
    return this.source;
  }

  test(text: string): boolean {
    return this.pattern.matcher(text).find();
  }
}

const regExp = Object.assign((source: string) => new LinearPattern(source) as unknown as RegExp, {
  code: 'new RegExp',
});

/** Why a value does not fit a schema (draft 2020-12), as the end of a sentence; `undefined` if it does. Throws `SchemaUnusable`. */
export function schemaMismatch(schema: unknown, value: unknown): string | undefined {
  const fits = compiled(schema);
  try {
    if (fits(value)) return undefined;
  } catch (error) {
    if ((error as Error).name !== 'RangeError') throw error;
    return 'it is nested too deeply';
  }
  const { instancePath = '', message = 'is not valid' } = fits.errors?.[0] ?? {};
  return `${instancePath === '' ? 'it' : instancePath} ${message}`;
}

function compiled(schema: unknown): ReturnType<Ajv2020['compile']> {
  // of one schema nothing is kept for the next one
  const ajv = new Ajv2020({ strict: false, logger: false, code: { regExp } });
  try {
    return ajv.compile(schema as object | boolean);
  } catch (error) {
    throw new SchemaUnusable((error as Error).message, { cause: error });
  }
}
