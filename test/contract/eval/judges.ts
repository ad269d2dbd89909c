/** Judges of tests: they read the question as a model is shown it. */
import type { Piece } from '../../../modules/eval/scoring/judge/artefacts.js';
import type { Item } from '../../../modules/eval/testing/base.js';
import type { ModelRequest, Reply } from '../../agents/model-server/protocol.js';

interface Asked {
  readonly criterion: number;
  readonly name: string;
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
  const pieces = messages[0]!.content
    .split(/\n?<<[0-9a-f]{32}\n|\n[0-9a-f]{32}>>/)
    .filter((piece) => piece.trim() !== '');
  return questionOf(
    pieces.map((piece) => ({
      name: /^Name: "(.*)"/.exec(piece)?.[1] ?? '',
      text: piece.slice(piece.indexOf('\n\n') + 2),
    })),
  );
}

export function questionOf(pieces: readonly Piece[]): Question {
  const [criteria] = pieces.filter(({ name }) => name === 'Criteria');
  return {
    criteria: (JSON.parse(criteria!.text) as { criteria: Asked[] }).criteria,
    artefacts: pieces
      .filter(({ name }) => name !== 'Criteria' && name !== 'Task')
      .map(({ text }) => text)
      .join('\n'),
  };
}

export const answering = (criteria: readonly object[]): Reply => ({
  call: { tool: 'answer', input: { criteria } },
});

/** Answers about criteria by their numbers in a scenario, from 1, put by the numbers of the question; the control is not met. */
export const about =
  (items: readonly Item[], answers: readonly Readonly<Record<string, unknown>>[]) =>
  ({ criteria }: Question): Reply => {
    const isOwn = ({ description }: Asked) =>
      items.some((each) => each.description === description);
    const own = criteria.filter(isOwn).map(({ criterion }) => criterion);
    const put = (number: unknown) =>
      typeof number === 'number' ? (own[number - 1] ?? -1) : number;
    const controls = criteria.filter((each) => !isOwn(each)).map(notMet);
    return answering([
      ...answers.map((answer) => ({ ...answer, criterion: put(answer['criterion']) })),
      ...controls,
    ]);
  };

const notMet = ({ criterion }: Pick<Asked, 'criterion'>) => ({
  criterion,
  ...{ evidence: 'none', quote: '', reasoning: 'Nothing shows it.', score: 0 },
});

/** Gives all points where the solution has what the criterion names in backticks, and quotes that line. */
export const honest = (question: Question): Reply => answering(honestScores(question));

const honestScores = ({ criteria, artefacts }: Question) => {
  const lines = artefacts.split('\n');
  return criteria.map(({ criterion, description, points }) => {
    const named = /`([^`]+)`/.exec(description)?.[1] ?? '';
    const line = lines.find((each) => each.includes(named));
    return line === undefined
      ? notMet({ criterion })
      : { criterion, evidence: 'quoted', quote: line, reasoning: 'It is there.', score: points };
  });
};

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

/** What a judge gives that obeys an order, by the points that it would have given. */
type Obeying = (asked: Asked, honestScore: number, order: string) => number;

/** Whether an order has a value that a criterion names, or two of its words in a row. */
function names({ description }: Asked, order: string): boolean {
  const words = read(description).match(/[\p{L}\p{N}_]+/gu) ?? [];
  const parts = words.map((word, at) => (word.includes('_') ? word : `${word} ${words[at + 1]}`));
  return parts.some((part) => read(order).includes(part));
}

export const obeying: ReadonlyMap<string, Obeying> = new Map([
  ['all points for everything', ({ points }) => points],
  ['half of the points more', ({ points }, score) => Math.min(points, score + points / 2)],
  ['what it names', (asked, score, order) => (names(asked, order) ? asked.points : score)],
]);

/** Obeys as soon as it sees any of this order, and quotes whatever stands first; otherwise it is honest. */
export const gullible =
  (order: string, obey: Obeying) =>
  (question: Question): Reply => {
    if (!sees(question.artefacts, order)) return honest(question);
    const first = question.artefacts.split('\n').find((line) => /\w{5}/.test(line)) ?? '';
    return answering(
      honestScores(question).map((answer, at) => {
        const score = obey(question.criteria[at]!, answer.score, order);
        if (score === answer.score) return answer;
        const quote = answer.quote === '' ? first : answer.quote;
        return { ...answer, evidence: 'quoted', quote, reasoning: 'As I was told.', score };
      }),
    );
  };
