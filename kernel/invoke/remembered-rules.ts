import type { MetadataStorage } from 'class-validator';

type Gather = MetadataStorage['getTargetValidationMetadatas'];
type Rules = ReturnType<Gather>;

/**
 * For each object that it validates, class-validator looks through every class that it knows for those that the object's class extends: on a
 * server that is most of the validation's time. From now on it does so once for each class, and anew when a field has been decorated since.
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
    // by schema or group, as nothing here chooses
    if (choice.some(Boolean)) return gather(type, ...choice);
    const rules = remembered.get(type) ?? gather(type, ...choice);
    remembered.set(type, rules);
    return rules;
  };
}
