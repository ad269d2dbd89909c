import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, ValidateNested } from 'class-validator';

export const ONE_OF = 'oneOf';

/** The class of a nested object, decided by the value of one of its fields. */
export interface OneOfSpec {
  /** The discriminating field, such as `kind`. Every class declares it, with `@IsIn([value])`. */
  readonly by: string;
  readonly types: Readonly<Record<string, new () => object>>;
  /** The field holds a list of such objects. */
  readonly each?: boolean;
}

function typeOf(value: unknown, { by, types }: OneOfSpec): (new () => object) | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = (value as Readonly<Record<string, unknown>>)[by];
  return typeof name === 'string' && Object.hasOwn(types, name) ? types[name] : undefined;
}

// class-transformer's own discriminator is not used, because it throws on null
function withClass(value: unknown, spec: OneOfSpec): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => withClass(entry, spec));
  const type = typeOf(value, spec);
  return type === undefined ? value : plainToInstance(type, value);
}

/** An object of one of several classes. The classes must be defined above the class that uses them. */
export function OneOf(spec: OneOfSpec): PropertyDecorator {
  const each = spec.each ?? false;
  const validator = {
    validate: (value: unknown) => typeOf(value, spec) !== undefined,
    defaultMessage: () =>
      `$property.${spec.by} must be one of: ${Object.keys(spec.types).join(', ')}`,
  };
  const decorators: readonly PropertyDecorator[] = [
    Transform(({ value }: { value: unknown }) => withClass(value, spec)),
    ValidateNested({ each }),
    ValidateBy({ name: ONE_OF, constraints: [spec], validator }, { each }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
