import { isRecord } from '../../../../toolbox/type-guards.js';
import { targetFromObject } from './target-object.js';
import { targetFromText } from './target-text.js';
import type { Target } from './target.js';

/**
 * Reads a target in either form: a text such as `deployment/web/container/app`, or an object such as
 * `{"deployment": "web", "container": "app"}`. A text as answer is a clause that says what is wrong and what to write.
 */
export function readTarget(value: unknown): Target | string {
  if (typeof value === 'string') return targetFromText(value);
  if (isRecord(value)) return targetFromObject(value);
  return 'a target is a text such as `pod/<name>`, or an object such as `{"deployment": "<name>"}`';
}
