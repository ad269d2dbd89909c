import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, ValidateNested } from 'class-validator';
import { isRecord } from '../../toolbox/type-guards.js';

export const TEXT_OR = 'textOr';

/** A nested object with a short form as text. */
export interface TextOrSpec {
  /** The class of the object; defined above the class that uses it. */
  readonly type: new () => object;
  /** Expands the short form. */
  readonly from: (text: string) => object;
}

function withClass(value: unknown, { type, from }: TextOrSpec): unknown {
  const plain = typeof value === 'string' ? from(value) : value;
  return isRecord(plain) ? plainToInstance(type, plain) : plain;
}

/** A nested object, or its short form as text: `@TextOr({ type: Rule, from: (name) => ({ name }) })`. */
export function TextOr(spec: TextOrSpec): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => value instanceof spec.type,
    defaultMessage: () => '$property must be a text or an object',
  };
  const decorators: readonly PropertyDecorator[] = [
    Transform(({ value }: { value: unknown }) => withClass(value, spec)),
    ValidateNested(),
    ValidateBy({ name: TEXT_OR, constraints: [spec], validator }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
