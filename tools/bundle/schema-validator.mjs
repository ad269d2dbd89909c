// In place of the file of the tool server's SDK that loads ajv immediately: ajv judges what clients answer to questions, and every
// start of a tool server would read 300 KB for it. It is loaded when the first answer is to be judged, from a file of its own.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

export class AjvJsonSchemaValidator {
  getValidator(schema) {
    this.validator ??= new (load('./ajv-validator.cjs').AjvJsonSchemaValidator)();
    return this.validator.getValidator(schema);
  }
}
