import type { MetadataStorage } from 'class-validator';

type Gather = MetadataStorage['getTargetValidationMetadatas'];
type Rules = ReturnType<Gather>;

/**
 * Caches a class's validation rules until another field is decorated. For each object, class-validator searches all known classes for the base
 * classes of the object's class, which takes most of the validation time on a server.
 */
export function rememberRules(storage: MetadataStorage): void {
  const gather: Gather = storage.getTargetValidationMetadatas.bind(storage);
  const add = storage.addValidationMetadata.bind(storage);
  let remembered = new WeakMap<object, Rules>();
  storage.addValidationMetadata = (metadata) => {
    remembered = new WeakMap();
    add(metadata);
  };
  storage.getTargetValidationMetadatas = (type, ...choice) => {
    // not cached for a schema or group, which this project does not use
    if (choice.some(Boolean)) return gather(type, ...choice);
    const rules = remembered.get(type) ?? gather(type, ...choice);
    remembered.set(type, rules);
    return rules;
  };
}
