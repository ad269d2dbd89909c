import { nothingRead, type Reader } from '../facts.js';
import type { Language } from '../unit.js';
import { readCode } from './code/code.js';
import { readJson, readToml, readYaml } from './data/read-data.js';
import { readMarkdown } from './markdown/index.js';
import { readDockerfile } from './dockerfile/dockerfile.js';
import { readHtml } from './html/html.js';
import { readMakefile } from './makefile/makefile.js';
import { readBatch } from './powershell/batch.js';
import { readPowerShell } from './powershell/powershell.js';
import { readShell } from './shell/shell.js';
import { readSource } from './source/source.js';
import { readText } from './text/index.js';

const readers: Partial<Record<Language, Reader>> = {
  json: readJson,
  yaml: readYaml,
  toml: readToml,
  dockerfile: readDockerfile,
  makefile: readMakefile,
  powershell: readPowerShell,
  batch: readBatch,
  shell: readShell,
  markdown: readMarkdown,
  text: readText,
  html: readHtml,
  python: readCode,
  javascript: readCode,
  typescript: readCode,
  tsx: readCode,
  ruby: readSource,
  perl: readSource,
  php: readSource,
  lua: readSource,
  applescript: readSource,
  compiled: readSource,
};

/** The reader of a language. */
export function readerOf(language: Language): Reader {
  return readers[language] ?? (() => nothingRead);
}
