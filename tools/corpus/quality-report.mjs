// Tables of scores of quality.
import { centred, quantile, spearman } from './ranks.mjs';

const WORST = 12;
/** Fewer rows of one repository say nothing about an order. */
const LEAST = 4;

const row = (cells) => `| ${cells.join(' | ')} |`;
const head = (names) => [row(names), row(names.map(() => '---'))];
const shown = (rho) => (Number.isNaN(rho) ? '–' : rho.toFixed(3));
const errorsOf = ({ skill }) =>
  (skill?.validation.checks ?? [])
    .filter(({ status }) => status === 'error')
    .map(({ name, message }) => `${name}: ${message}`);

/** Which skills the checks refuse: those with a published score of 0 should be, the others not. */
export function gate(rows) {
  const faulty = rows.filter(({ published }) => published === 0);
  const others = rows.filter(({ published }) => published > 0);
  const refused = (some) => some.filter(({ score }) => score === null);
  const lines = [
    `Refused: ${refused(faulty).length} of ${faulty.length} with a published score of 0, ${refused(others).length} of ${others.length} others`,
    ...faulty
      .filter(({ score }) => score !== null)
      .map(({ label }) => `  not refused, published as 0: ${label}`),
    ...refused(others).map((one) => `  refused: ${one.label}: ${errorsOf(one).join('; ')}`),
  ];
  return lines.join('\n');
}

const rhoOf = (rows, scoreOf = ({ score }) => score) =>
  spearman(
    rows.map(scoreOf),
    rows.map(({ published }) => published),
  );

/** A skill that is refused has no score; counted with the others, it stands below them. */
export function agreement(all) {
  const counted = all.map((one) => ({ ...one, score: one.score ?? 0 }));
  const rows = all.filter(({ score }) => score !== null);
  return [
    `\nSpearman's rho of the ${all.length} rows above 0: ${shown(rhoOf(counted))}; of the ${rows.length} with a score: ${shown(rhoOf(rows))}`,
    byRepository(rows),
    byDimension(rows),
    disagreements(rows),
  ].join('\n\n');
}

/**
 * Nothing is fitted while measuring, so a fold is what the same score does without a repository, and within it. "Centred": every row less
 * the mean of its repository, over all repositories, which leaves only the order within them.
 */
function byRepository(rows) {
  const repositories = [...new Set(rows.map(({ repo }) => repo))];
  const parts = repositories.map((repo) => {
    const own = rows.filter((one) => one.repo === repo);
    const others = rows.filter((one) => one.repo !== repo);
    return { repo, own, without: rhoOf(others) };
  });
  const inner = parts
    .filter(({ own }) => own.length > 1)
    .flatMap(({ own }) => {
      const scores = centred(own.map(({ score }) => score));
      const published = centred(own.map((one) => one.published));
      return own.map((_, index) => ({ score: scores[index], published: published[index] }));
    });
  const lines = parts.map(({ repo, own, without }) =>
    row([repo, own.length, own.length < LEAST ? '–' : shown(rhoOf(own)), shown(without)]),
  );
  const least = Math.min(...parts.map(({ without }) => without));
  return [
    ...head(['repository', 'rows', 'rho within', 'rho of all others']),
    ...lines,
    `Without each repository in turn: at least ${shown(least)}. Centred by repository: ${shown(rhoOf(inner))}`,
  ].join('\n');
}

function byDimension(rows) {
  const lines = [];
  for (const [judge, { scores }] of Object.entries(rows[0]?.skill.judges ?? {})) {
    lines.push(row([`**${judge}**`, shown(rhoOf(rows, normalized(judge))), '']));
    for (const dimension of Object.keys(scores)) {
      const scoreOf = ({ skill }) => skill.judges[judge].scores[dimension].score;
      const mean = rows.reduce((sum, one) => sum + scoreOf(one), 0) / rows.length;
      lines.push(row([dimension, shown(rhoOf(rows, scoreOf)), mean.toFixed(2)]));
    }
  }
  lines.push(row(['**validation**', shown(rhoOf(rows, validated)), '']));
  return [...head(['dimension', 'rho', 'mean']), ...lines].join('\n');
}

const normalized =
  (judge) =>
  ({ skill }) =>
    skill.judges[judge].normalizedScore;
const validated = ({ skill }) => skill.scoring.find(({ id }) => id === 'validation').normalized;

/** By how far the ranks differ, in shares of all rows. */
function disagreements(rows) {
  const rankOf = (values, value) => values.filter((other) => other < value).length / values.length;
  const [scores, published] = [rows.map(({ score }) => score), rows.map((one) => one.published)];
  const apart = rows.map((one) => ({
    ...one,
    apart: rankOf(scores, one.score) - rankOf(published, one.published),
  }));
  const worst = apart.sort((one, other) => Math.abs(other.apart) - Math.abs(one.apart));
  const lines = worst
    .slice(0, WORST)
    .map(({ label, score, published: given, apart: by, skill }) => {
      const dimensions = Object.values(skill.judges).flatMap(({ scores: all }) =>
        Object.entries(all).map(([id, one]) => `${id.slice(0, 4)} ${one.score.toFixed(1)}`),
      );
      return row([label, given, score, by.toFixed(2), dimensions.join(', ')]);
    });
  return [...head(['furthest apart', 'published', 'score', 'ranks', 'dimensions']), ...lines].join(
    '\n',
  );
}

/** `groups`: rows by name. */
export function spread(groups) {
  const lines = Object.entries(groups).map(([name, rows]) => {
    const scores = rows.map(({ score }) => score).filter((score) => score !== null);
    const at = (share) => quantile(scores, share);
    return row([
      name,
      rows.length,
      rows.length - scores.length,
      ...[0, 0.1, 0.25, 0.5, 0.75, 0.9, 1].map(at),
    ]);
  });
  const names = [
    '',
    'skills',
    'refused',
    'least',
    '10 %',
    '25 %',
    'median',
    '75 %',
    '90 %',
    'most',
  ];
  return [...head(names), ...lines].join('\n');
}

export function times(rows, runs) {
  const milliseconds = rows.map((one) => one.milliseconds);
  const at = (share) => `${quantile(milliseconds, share).toFixed(1)} ms`;
  const differing = rows.filter(({ isSame }) => !isSame).map(({ label }) => label);
  const same =
    differing.length === 0 ? 'equal, byte by byte' : `DIFFERENT for ${differing.join(', ')}`;
  return `\nA skill: median ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}. ${runs} runs: ${same}`;
}
