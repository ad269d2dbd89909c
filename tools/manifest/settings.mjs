// Every setting that the modules read, in one table for people: docs/reference/settings.md.

const READERS = {
  client: 'Command line and tool server',
  server: 'Server and its workers',
  both: 'Both',
  lnk: 'The program `lnk`',
};

const readerOf = ({ side, program }) => (program === 'lnk' ? program : side);

const inCell = (text) => text.replace(/[|<]/g, '\\$&');

function row({ id, module, data }) {
  const cells = [
    `\`${id}\``,
    inCell(data.summary) + (data.secret ? '. Secret: never shown' : ''),
    inCell(data.default ?? ''),
    module,
  ];
  return `| ${cells.join(' | ')} |`;
}

export function settingsText(manifests) {
  const settings = manifests
    .flatMap(({ id: module, contributes }) => contributes.map((entry) => ({ ...entry, module })))
    .filter(({ point }) => point === 'kernel.settings')
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const tables = Object.entries(READERS).flatMap(([reader, title]) => {
    const rows = settings.filter(({ data }) => readerOf(data) === reader).map(row);
    if (rows.length === 0) return [];
    return [
      `## ${title}`,
      '',
      '| variable | meaning | default | module |',
      '| --- | --- | --- | --- |',
      ...rows,
    ].join('\n');
  });
  const about = `Environment variables; an empty one counts as not set. \`svc settings\` shows which are set, those of further modules included.
Written by \`npm run surface\` from what the modules declare.`;
  return `${['# Settings', about, ...tables].join('\n\n')}\n`;
}
