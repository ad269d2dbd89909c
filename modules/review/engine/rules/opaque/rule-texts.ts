import type { Severity } from '../../../../registry/contract/scanners.js';
import type { NoticeKind } from '../../files/notice.js';
import type { RuleText } from '../../rule.js';

const opaque = (
  name: string,
  severity: Severity,
  text: Pick<RuleText, 'title' | 'reasoning' | 'fix'>,
): RuleText => ({
  id: `opaque-content/${name}`,
  category: 'opaque-content',
  code: 'W017',
  owasp: 'AST08',
  severity,
  ...text,
});

const SHIP_SOURCE = 'Ship the source, or name where a signed release can be had.';

/** A rule for each kind of notice. */
export const NOTICE_RULES: Record<NoticeKind, RuleText> = {
  'machine-code': opaque('machine-code', 'HIGH', {
    title: 'Program in machine code',
    reasoning: 'A compiled program cannot be reviewed before it runs.',
    fix: SHIP_SOURCE,
  }),
  'virtual-machine-code': opaque('virtual-machine-code', 'MEDIUM', {
    title: 'Compiled program',
    reasoning: 'What compiled code does cannot be read in the bundle.',
    fix: SHIP_SOURCE,
  }),
  'bytecode-alone': opaque('bytecode-alone', 'HIGH', {
    title: 'Compiled Python without its source',
    reasoning: 'Python runs the compiled file, and its code cannot be reviewed.',
    fix: 'Delete the file and ship its source.',
  }),
  'bytecode-differs': opaque('bytecode-differs', 'CRITICAL', {
    title: 'Compiled Python that differs from its source',
    reasoning:
      'Python prefers the compiled file, so readers see one program and the computer runs another.',
    fix: 'Delete the compiled file; Python makes it again from the source.',
  }),
  'bytecode-stale': opaque('bytecode-stale', 'MEDIUM', {
    title: 'Compiled Python of another source',
    reasoning: 'What the compiled file does is not what its source says.',
    fix: 'Delete the compiled file; Python makes it again from the source.',
  }),
  'pickle-calls': opaque('pickle-calls', 'CRITICAL', {
    title: 'Pickle that runs code when it is loaded',
    reasoning: 'Loading these Python objects runs the functions that they name.',
    fix: 'Store data as JSON, safetensors or another format without code.',
  }),
  'office-macro': opaque('office-macro', 'HIGH', {
    title: 'Office document with macros',
    reasoning: 'Opening the document can run a program.',
    fix: 'Save the document without macros.',
  }),
  'office-remote': opaque('office-remote', 'HIGH', {
    title: 'Office document that loads a template from elsewhere',
    reasoning: 'Opening the document fetches contents that can change and hold macros.',
    fix: 'Embed the template.',
  }),
  'office-object': opaque('office-object', 'MEDIUM', {
    title: 'Office document with an embedded object',
    reasoning: 'The object can be a program, which the document opens.',
    fix: 'Remove the object.',
  }),
  'pdf-active': opaque('pdf-active', 'HIGH', {
    title: 'PDF that acts by itself',
    reasoning: 'A document for reading needs no scripts, programs or attachments.',
    fix: 'Print the document to a new PDF.',
  }),
  appended: opaque('appended', 'HIGH', {
    title: 'File that is two kinds at once',
    reasoning: 'Something is hidden in a file that looks harmless, to be taken out and used later.',
    fix: 'Ship the parts as files of their own.',
  }),
  mismatch: opaque('mismatch', 'MEDIUM', {
    title: 'Name and contents differ',
    reasoning: 'The name makes people and tools take the file for something else than it is.',
    fix: 'Give the file the ending of what it holds.',
  }),
  escape: opaque('escape', 'HIGH', {
    title: 'Archive that writes outside its folder',
    reasoning: 'Unpacking it replaces files elsewhere on the computer.',
    fix: 'Pack it with paths inside of one folder and without such links.',
  }),
  bomb: opaque('bomb', 'HIGH', {
    title: 'Archive that becomes very large',
    reasoning: 'Unpacking it fills the disk or the memory.',
    fix: 'Remove the archive, or ship what it holds.',
  }),
  shortcut: opaque('shortcut', 'HIGH', {
    title: 'Shortcut that starts something',
    reasoning: 'Opening the shortcut starts a program, and shows the icon of something else.',
    fix: 'Remove the shortcut and describe what to open.',
  }),
  'hidden-program': opaque('hidden-program', 'MEDIUM', {
    title: 'Program in a hidden file',
    reasoning: 'File managers and listings leave out hidden files, so few people will read it.',
    fix: 'Give the file a visible name.',
  }),
  'encoded-program': opaque('encoded-program', 'HIGH', {
    title: 'Program that is encoded as text',
    reasoning: 'It can be written to a file and run, and cannot be read as it stands.',
    fix: SHIP_SOURCE,
  }),
  'encoded-data': opaque('encoded-data', 'MEDIUM', {
    title: 'Archive or compressed data that is encoded as text',
    reasoning: 'What it holds cannot be read as it stands.',
    fix: 'Ship it as a separate file.',
  }),
  'broken-text': opaque('broken-text', 'LOW', {
    title: 'Text with bytes that are no text',
    reasoning:
      'Programs read such bytes differently, so that reviewers may see another text than agents.',
    fix: 'Save the file as UTF-8.',
  }),
};

/** What could not be read. */
export const UNREAD = opaque('unread', 'LOW', {
  title: 'File that could not be reviewed',
  reasoning: 'What is not read can hold anything.',
  fix: 'Ship the contents as plain files, without encryption and within the limits.',
});

export const SVG_PROGRAM = opaque('svg-program', 'HIGH', {
  title: 'Picture with a program',
  reasoning: 'An SVG with a script runs it wherever it is opened as a page.',
  fix: 'Remove scripts and handlers of events from the picture.',
});
