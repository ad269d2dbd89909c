const KINDS = ['skill', 'plugin', 'hook', 'tool server', 'command', 'sub-agent', 'entry elsewhere'];
const NAMES_SHOWN = 5;
const CHARACTERS_SHOWN = 100;

/** A Markdown table with a row per repository, and lists of what does not show in numbers. */
export function report(rows) {
  return [table(rows), totals(rows), ...rows.map(details).filter(Boolean)].join('\n\n');
}

/** `installed/found` by kind; what is not installed has a reason or is lost. */
function table(rows) {
  const peers = rows[0]?.peers.map(({ name, version }) => `${name} ${version}`) ?? [];
  const head = [
    'repository',
    'files',
    'skills',
    'byte-equal',
    ...KINDS.slice(1).map((kind) => `${kind}s`.replace('entry elsewheres', 'entries elsewhere')),
    'left out, named',
    'lost silently',
    'refused whole',
    ...peers.flatMap((peer) => [`${peer}: skills`, 'byte-equal']),
  ];
  const lines = rows.map((row) => [
    row.name,
    row.files,
    ratio(row, 'skill'),
    equal(row),
    ...KINDS.slice(1).map((kind) => ratio(row, kind)),
    row.outcomes.filter(({ why }) => why !== undefined).length,
    silent(row).length,
    row.refused ? '**yes**' : 'no',
    ...row.peers.flatMap((peer) => [
      `${peer.installed}${peer.code === 0 ? '' : ' (failed)'}`,
      peer.equal,
    ]),
  ]);
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n');
}

function ratio({ outcomes }, kind) {
  const found = outcomes.filter((each) => each.kind === kind);
  return found.length === 0
    ? ''
    : `${found.filter(({ as }) => as !== undefined).length}/${found.length}`;
}

function equal({ outcomes }) {
  return outcomes.filter(
    ({ kind, as, exceptions = [] }) =>
      kind === 'skill' && as !== undefined && exceptions.length === 0,
  ).length;
}

export function silent({ outcomes }) {
  return outcomes.filter((each) => each.silent);
}

function totals(rows) {
  const count = (pick) => rows.reduce((sum, row) => sum + pick(row), 0);
  const installed = count(
    (row) => row.outcomes.filter(({ kind, as }) => kind === 'skill' && as !== undefined).length,
  );
  const peers = (rows[0]?.peers ?? []).map(
    ({ name }, at) =>
      `${name} ${count((row) => row.peers[at].installed)} (${count((row) => row.peers[at].equal)} byte-equal)`,
  );
  return `${rows.length} repositories, ${count((row) => row.outcomes.filter(({ kind }) => kind === 'skill').length)} skills: svc installed ${installed} (${count(equal)} byte-equal)${peers.map((peer) => `, ${peer}`).join('')}; ${count((row) => silent(row).length)} silent losses; ${rows.filter(({ refused }) => refused).length} refused whole.`;
}

function details(row) {
  const lines = [
    ...(row.refused
      ? [
          `- refused whole: ${row.error?.detail ?? row.error?.title ?? 'without an error'} ${(
            row.error?.issues ?? []
          )
            .slice(0, NAMES_SHOWN)
            .map(({ file, message }) => [file, message].filter(Boolean).join(' '))
            .join('; ')}`,
        ]
      : []),
    ...grouped(
      row.outcomes.filter(({ silent: lost, as }) => lost && as === undefined),
      ({ kind }) => kind,
    ).map(([kind, all]) => `- **lost** ${kind}: ${names(all.map(({ what }) => what))}`),
    ...grouped(
      row.outcomes.filter(({ why }) => why),
      ({ kind, why }) => `${kind}: ${general(why)}`,
    ).map(
      ([reason, all]) =>
        `- left out, ${reason} (${all.length}): ${names(all.map(({ what }) => what))}`,
    ),
    ...grouped(
      row.outcomes.flatMap(({ exceptions = [] }) => exceptions),
      ({ kind, why }) => `${kind}, ${why ? general(why) : '**not named**'}`,
    ).map(
      ([kind, all]) =>
        `- not byte-equal, ${kind} (${all.length}): ${names(all.map(({ path }) => path))}`,
    ),
    ...row.peers
      .filter(({ missing, said }) => missing.length > 0 || said)
      .map(
        ({ name, missing, said }) =>
          `- ${name} has not (${missing.length}): ${names(missing)}${said ? `; it said: ${cell(said)}` : ''}`,
      ),
  ];
  return lines.length === 0 ? '' : [`### ${row.name}`, '', ...lines].join('\n');
}

/** Reasons that differ only in what they name are one. */
function general(why) {
  return cell(why)
    .replaceAll(/`[^`]*`|"[^"]*"/g, '…')
    .slice(0, 160);
}

function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values)
    groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups];
}

function names(all) {
  const shown = all.slice(0, NAMES_SHOWN).map((name) => `\`${shortened(cell(name))}\``);
  return [
    ...shown,
    ...(all.length > NAMES_SHOWN ? [`and ${all.length - NAMES_SHOWN} more`] : []),
  ].join(', ');
}

/** Hooks can be whole programs. */
function shortened(text) {
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN)}…` : text;
}

function cell(value) {
  return String(value).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
