// Tables of what a security review found.
const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

const row = (cells) => `| ${cells.join(' | ')} |`;
const head = (names) => [row(names), row(names.map(() => '---'))];
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** `groups`: rows of reports by name. Each report counts once, with its worst finding. */
export function severityTable(groups) {
  const rows = Object.entries(groups).map(([name, reports]) => {
    const worst = reports.map(({ report }) => report.overallSeverity);
    const counts = SEVERITIES.map((severity) => worst.filter((one) => one === severity).length);
    const undecided = reports.filter(({ report }) => report.verdict === 'error').length;
    const alarms = percent(counts[2] + counts[3], reports.length);
    return row([name, reports.length, ...counts, undecided, alarms]);
  });
  return [...head(['', 'reviewed', ...SEVERITIES, 'undecided', 'HIGH or worse']), ...rows].join(
    '\n',
  );
}

export function distribution(rows) {
  const times = rows.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (share) => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)} ms`;
  return `median ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}`;
}

/** Caught of all, and in parentheses those at HIGH or worse, by group and form. */
export function pairTable(name, rows, totalsOf) {
  const forms = ['plain', 'split', 'encoded'];
  const byForm = forms.map((form) => totalsOf(rows.filter((one) => one.form === form)));
  const groups = byForm[0].map(({ group }) => group);
  const cell = (totals, group) => {
    const { caught, total, high } = totals.find((one) => one.group === group) ?? {};
    return total === undefined ? '–' : `${caught}/${total} (${high})`;
  };
  const lines = groups.map((group) => row([group, ...byForm.map((totals) => cell(totals, group))]));
  const plain = rows.filter(({ form }) => form === 'plain');
  const alarms = plain.filter((one) => one.alarms.length > 0).length;
  return [...head([name, ...forms]), ...lines, `Twins with HIGH or worse: ${alarms}`].join('\n');
}
