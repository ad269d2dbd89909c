import type { Severity } from '../../../../registry/contract/scanners.js';
import type { RuleText } from '../../rule.js';

const hidden = (
  name: string,
  severity: Severity,
  text: Pick<RuleText, 'title' | 'reasoning' | 'fix'>,
): RuleText => ({
  id: `hidden-text/${name}`,
  category: 'hidden-text',
  code: 'W021',
  owasp: 'AST01',
  severity,
  ...text,
});

const REMOVE = 'Remove the characters.';
const UNSEEN = 'Nothing shows these characters, but agents read them.';

export const unicodeTexts = {
  tags: hidden('unicode-tags', 'HIGH', {
    title: 'Text in invisible tag characters',
    reasoning: `${UNSEEN} Apart from a few flags they have no use.`,
    fix: REMOVE,
  }),
  selectors: hidden('variation-selectors', 'HIGH', {
    title: 'Data in variation selectors',
    reasoning: `${UNSEEN} A letter needs one at most; rows of them carry hidden bytes.`,
    fix: REMOVE,
  }),
  zeroWidth: hidden('zero-width', 'LOW', {
    title: 'Characters without width in words',
    reasoning:
      'They split words so that searches and filters miss them, or carry hidden bits, and nothing shows them.',
    fix: REMOVE,
  }),
  bidi: hidden('bidirectional', 'MEDIUM', {
    title: 'Text that is shown in another order than it is read in',
    reasoning:
      'Marks of direction make people see another text or program than the one that is read.',
    fix: 'Remove the marks, or close each on its own line.',
  }),
  privateUse: hidden('private-use', 'MEDIUM', {
    title: 'Characters that mean nothing by themselves',
    reasoning:
      'Characters for private use can carry a hidden program, which the code beside them decodes.',
    fix: 'Write the text in ordinary characters.',
  }),
  fillers: hidden('blank-letters', 'MEDIUM', {
    title: 'Letters that look like blanks',
    reasoning: 'Programs take them for names or data; people see nothing.',
    fix: REMOVE,
  }),
  mixed: hidden('mixed-script', 'MEDIUM', {
    title: 'Word with letters of another alphabet that look the same',
    reasoning:
      'It reads like a word that filters look for, or a name that people trust, and is another one.',
    fix: 'Write the word in one alphabet.',
  }),
  mixedHost: hidden('look-alike-host', 'HIGH', {
    title: 'Host name that looks like another one',
    reasoning: 'Letters of another alphabet make the address lead to somebody else than it seems.',
    fix: 'Write the name of the host that is meant.',
  }),
  styled: hidden('styled-letters', 'LOW', {
    title: 'Words in letters of mathematics or of double width',
    reasoning: 'Agents read them as plain words; filters do not find them.',
    fix: 'Write plain letters.',
  }),
  terminal: hidden('terminal-escapes', 'MEDIUM', {
    title: 'Control sequences that hide text in a terminal',
    reasoning: 'Printing the file in a terminal does not show its real contents.',
    fix: 'Remove the control characters.',
  }),
  offScreen: hidden('off-screen', 'MEDIUM', {
    title: 'Text far away from the rest',
    reasoning: 'Very many blanks or empty lines move the text out of sight.',
    fix: 'Remove the blanks.',
  }),
};
