/** A Markdown table, one row per skill. */
export function table(rows) {
  const lines = rows.map(
    ({ skill, published, installed, bytes, refused, failed, warnings = [] }) => {
      const why = failed
        ? `FAILED: ${failed}`
        : (refused ?? (warnings.length > 0 ? `${warnings.length} warnings` : ''));
      return `| ${skill.label} | ${mark(published)} | ${mark(installed)} | ${bytes ?? ''} | ${cell(why)} |`;
    },
  );
  return [
    '| skill | published | installed | bytes | refused because, or note |',
    '| --- | --- | --- | ---: | --- |',
    ...lines,
  ].join('\n');
}

export function totals(rows, seconds) {
  const count = (field) => rows.filter((row) => row[field]).length;
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
  return `\n${rows.length} skills: ${count('published')} published, ${count('refused')} refused, ${count('installed')} installed, ${count('failed')} failed; ${bytes} bytes packed; ${seconds.toFixed(0)} s`;
}

function mark(value) {
  return value ? 'yes' : 'no';
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}
