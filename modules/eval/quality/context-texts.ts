import { decodeText } from '../../../toolbox/decoded-text.js';
import type { LooseFile } from '../../registry/contract/plugin-format.js';

/** The texts of a context that agents read, for the quality check. */
export const contextTexts = (
  files: readonly Pick<LooseFile, 'path' | 'content'>[],
): readonly { readonly name: string; readonly text: string }[] =>
  files.flatMap(({ path: name, content }) => {
    const text = /\.(?:md|mdc|txt)$/i.test(name) ? decodeText(content) : undefined;
    return text === undefined ? [] : [{ name, text }];
  });
