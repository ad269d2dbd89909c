import { readSubagent } from '../subagents.js';
import { descriptionOf, readAgentText, resolveFile, type TextNames } from './agent-texts.js';
import type { Draft } from './draft.js';
import { freePath, slugOf } from './find-files.js';

/** Makes these files sub-agents of the plugin, and returns their paths. */
export function takeSubagents(
  paths: Iterable<string>,
  { draft, texts }: { draft: Draft; texts: TextNames },
): readonly string[] {
  const names = new Map<string, string>();
  return [...paths].flatMap((path) => {
    const problem = problemOf(path, draft);
    if (problem !== undefined) {
      draft.leftOut.add(path, problem);
      return [];
    }
    const own = asMarkdown(path, 'agents', draft);
    resolveFile(own, texts, draft);
    const { name } = readSubagent(draft.get(own) ?? { path: own, content: new Uint8Array() });
    const other = names.get(name);
    if (other !== undefined)
      draft.leftOut.add(path, `the sub-agent of "${other}" is called the same`);
    else names.set(name, path);
    return other === undefined ? [own] : [];
  });
}

function problemOf(path: string, draft: Draft): string | undefined {
  const text = readAgentText(path, draft.get(path)?.content ?? new Uint8Array());
  if (text === undefined) return 'it is not text';
  if (text.values.size === 0) return 'it has no front matter that says what the sub-agent is for';
  return descriptionOf(text, '') === '' ? 'it has neither a description nor a text' : undefined;
}

/** Our components are `.md` files: a file with another ending gets a copy. */
export function asMarkdown(path: string, folder: string, draft: Draft): string {
  if (path.endsWith('.md')) return path;
  const stem = path.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const names = [stem, slugOf(stem) || 'part'];
  const copy = freePath(names, (name) => `${folder}/${name}.md`, draft);
  draft.write(copy.path, draft.text(path) ?? '');
  return copy.path;
}
