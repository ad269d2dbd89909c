import { type JSONPath } from 'jsonc-parser';
import { propertiesOf, type JsonDocument } from './json-document.js';
import { insertItem, removeItem, replaceNode, valueText } from './json-items.js';

/**
 * Sets one object member in a JSON text and keeps every other byte: comments, order, indentation and line
 * ends. Missing objects on the way are created. Adding a member and removing it restores the original bytes.
 */
export function setMember(document: JsonDocument, path: JSONPath, value: unknown): JsonDocument {
  const existing = document.node(path);
  if (existing !== undefined) return replaceNode(document, existing, value);
  const parent = document.node(path.slice(0, -1));
  const key = String(path.at(-1));
  if (parent === undefined) return setMember(document, path.slice(0, -1), { [key]: value });
  assertType(document, path.slice(0, -1), 'object');
  return insertItem(document, parent, (indent) => {
    const spaced = indent !== undefined || /\s/.test(document.text);
    return `${JSON.stringify(key)}:${spaced ? ' ' : ''}${valueText(document, value, indent)}`;
  });
}

/** Removes one member; the text is unchanged when there is none. */
export function removeMember(document: JsonDocument, path: JSONPath): JsonDocument {
  const parent = document.node(path.slice(0, -1));
  if (parent?.type !== 'object') return document;
  const index = propertiesOf(parent).findIndex(([key]) => key === path.at(-1));
  return index === -1 ? document : removeItem(document, parent, index);
}

/** Appends an element to the array at a path, which is created if needed. Keeps other bytes as `setMember` does. */
export function appendElement(
  document: JsonDocument,
  path: JSONPath,
  value: unknown,
): JsonDocument {
  const array = document.node(path);
  if (array === undefined) return setMember(document, path, [value]);
  assertType(document, path, 'array');
  return insertItem(document, array, (indent) => valueText(document, value, indent));
}

/** Removes the element that a path with an index at its end names; the text is unchanged when there is none. */
export function removeElement(document: JsonDocument, path: JSONPath): JsonDocument {
  const array = document.node(path.slice(0, -1));
  const index = path.at(-1);
  if (array?.type !== 'array' || typeof index !== 'number' || document.node(path) === undefined)
    return document;
  return removeItem(document, array, index);
}

function assertType(document: JsonDocument, path: JSONPath, type: 'object' | 'array'): void {
  if (document.node(path)?.type === type) return;
  document.problem(path, `must be an ${type}`);
  document.throwProblems();
}
