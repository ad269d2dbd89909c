type Decorators<T> = Readonly<Partial<Record<keyof T & string, readonly PropertyDecorator[]>>>;

/** Decorates fields in a language without decorators: `decorate(Question, { question: [IsString(), Length(1, 200)] })`. */
export function decorate<T extends object>(type: new () => T, fields: Decorators<T>): void {
  for (const [field, decorators] of Object.entries<readonly PropertyDecorator[] | undefined>(
    fields,
  )) {
    // in the order of a compiler: the decorator nearest to the field first
    for (const one of (decorators ?? []).toReversed()) one(type.prototype as object, field);
  }
}
