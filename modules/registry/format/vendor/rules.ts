import { posix } from 'node:path';
import { Findings } from '../findings.js';
import { readFrontMatter } from '../front-matter.js';
import { decodeText } from '../../../../toolbox/decoded-text.js';
import { resolved, resolveFile, type TextNames } from './agent-texts.js';
import type { Draft } from './draft.js';
import { freePath, slugOf } from './find-files.js';
import { asMarkdown } from './subagents.js';

interface RuleJob {
  readonly draft: Draft;
  readonly texts: TextNames;
}

/** Makes these files rules of the plugin, and returns their paths. */
export function takeRules(paths: Iterable<string>, { draft, texts }: RuleJob): readonly string[] {
  const names = new Set<string>();
  return [...paths].flatMap((path) => {
    if (draft.text(path) === undefined) {
      draft.leftOut.add(path, 'it is not text');
      return [];
    }
    const own = asMarkdown(path, 'rules', draft);
    const name = posix.basename(own);
    if (names.has(name)) {
      draft.leftOut.add(path, 'another rule is called the same');
      return [];
    }
    names.add(name);
    warnOfScope(own, draft);
    resolveFile(own, texts, draft);
    return [own];
  });
}

/** Only Cursor reads some rules in some sessions only. */
function warnOfScope(path: string, draft: Draft): void {
  const file = draft.get(path);
  const values = file && readFrontMatter(file, new Findings())?.values;
  if (values?.has('alwaysApply') === true && values.get('alwaysApply') !== true)
    draft.warn(
      'The rule was written for some sessions or files; agents without that notion read it always.',
      path,
    );
}

/** A file that is read into every session becomes a rule. Files such as `GEMINI.md` never ship themselves. */
export function takeContext(
  { path, content }: { path: string; content: Uint8Array },
  { draft, texts }: RuleJob,
): readonly string[] {
  const text = decodeText(content);
  if (text === undefined || text.trim() === '') {
    draft.leftOut.add(path, text === undefined ? 'it is not text' : 'it is empty');
    return [];
  }
  const stem = slugOf(posix.basename(path).replace(/\.\w+$/, '')) || 'context';
  const copy = freePath([stem, `${stem}-context`], (name) => `rules/${name}.md`, draft);
  draft.write(copy.path, resolved(withImports(text, path, draft), texts, copy.path));
  draft.leftOut.remove(path);
  draft.warn(`The rule holds the text of "${path}".`, copy.path);
  return [copy.path];
}

/** Files that the text imports are found from the rule's folder, too. */
function withImports(text: string, path: string, draft: Draft): string {
  return text.replaceAll(/(?<=^|\s)@((?:\.{1,2}\/)?[\w./-]+)/gm, (written, target: string) => {
    const meant = posix.join(posix.dirname(path), target);
    return draft.has(meant) ? `@../${meant}` : written;
  });
}
