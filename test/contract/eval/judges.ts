/** Judges of tests: they read the question as a model is shown it. */
import type { ModelRequest, Reply } from '../../agents/model-server/protocol.js';

interface Asked {
  readonly criterion: number;
  readonly description: string;
  readonly points: number;
}

export interface Question {
  readonly criteria: readonly Asked[];
  /** What is shown of the solution. */
  readonly artefacts: string;
}

/** A question in the wire form of Anthropic's messages. */
export function questionIn({ shown }: ModelRequest): Question {
  const { messages } = JSON.parse(shown) as { messages: { content: string }[] };
  const text = messages[0]!.content;
  const pieces = text
    .split(/\n?<<[0-9a-f]{32}\n|\n[0-9a-f]{32}>>/)
    .filter((piece) => piece.trim() !== '');
  const bodyOf = (piece: string) => piece.slice(piece.indexOf('\n\n') + 2);
  const [criteria] = pieces.filter((piece) => piece.startsWith('Name: "Criteria"'));
  return {
    criteria: (JSON.parse(bodyOf(criteria!)) as { criteria: Asked[] }).criteria,
    artefacts: pieces
      .filter((piece) => !/^Name: "(?:Criteria|Task)"/.test(piece))
      .map(bodyOf)
      .join('\n'),
  };
}

export const answering = (criteria: readonly object[]): Reply => ({
  call: { tool: 'answer', input: { criteria } },
});

/** Gives all points where the solution has what the criterion names in backticks, and quotes that line. */
export function honest({ criteria, artefacts }: Question): Reply {
  const lines = artefacts.split('\n');
  return answering(
    criteria.map(({ criterion, description, points }) => {
      const named = /`([^`]+)`/.exec(description)?.[1] ?? '';
      const line = lines.find((each) => each.includes(named));
      return line === undefined
        ? { criterion, evidence: 'none', quote: '', reasoning: 'Nothing shows it.', score: 0 }
        : { criterion, evidence: 'quoted', quote: line, reasoning: 'It is there.', score: points };
    }),
  );
}

/** As a model reads letters: those that nobody sees are read too. */
const read = (text: string): string =>
  text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) =>
      String.fromCodePoint(tag.codePointAt(0)! - 0xe0000),
    )
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\\n/g, '\n')
    .replace(/\\"/g, '"')
    .toLowerCase();

const linesOf = (text: string): readonly string[] =>
  read(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => (line.match(/[\p{L}\p{N}]/gu) ?? []).length >= 5);

/** Whether any line of a text is to be seen. */
export const sees = (artefacts: string, text: string): boolean =>
  linesOf(text).some((line) => read(artefacts).includes(line));

/** Gives all points as soon as it sees any of this text, and quotes whatever stands first; otherwise it is honest. */
export const gullible =
  (text: string) =>
  (question: Question): Reply => {
    if (!sees(question.artefacts, text)) return honest(question);
    const quote = question.artefacts.split('\n').find((line) => /\w{5}/.test(line)) ?? '';
    return answering(
      question.criteria.map(({ criterion, points }) => ({
        ...{ criterion, evidence: 'quoted', quote, reasoning: 'As I was told.', score: points },
      })),
    );
  };
