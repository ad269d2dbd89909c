/** Programs that a set-up fetches from elsewhere, and the warnings that it switches off for them. */
import {
  describe,
  destinationOf,
  isHostile,
  isTrusted,
  type Destination,
} from '../../tables/hosts.js';
import type { FactOf } from '../../facts.js';
import type { Check, Draft, RuleText, Subject } from '../../rule.js';
import { commandDrafts, commandTable, programOf } from '../commands.js';
import { factsOf, flowsOf, weighedByTrigger, worstBy } from '../flows.js';

const shared = { category: 'fake-prerequisite', code: 'E005', owasp: 'AST02' } as const;

const warningOff: RuleText = {
  ...shared,
  id: 'fake-prerequisite/warning-off',
  severity: 'MEDIUM',
  title: 'Switches off the warning about downloaded programs',
  reasoning:
    'The system would have asked whether a program from the internet should run; now it does not.',
  fix: 'Ship a signed program, or let the user decide when the system asks.',
};

const programFetched: RuleText = {
  ...shared,
  id: 'fake-prerequisite/program-fetched',
  severity: 'MEDIUM',
  title: 'Fetches a finished program from an unrelated host',
  reasoning:
    'It cannot be seen what the program does, and "required" helpers are a common way to bring malware to users of plugins.',
  fix: 'Name the package of a known package manager, or build from source that the plugin ships.',
};

const programStarted: RuleText = {
  ...shared,
  id: 'fake-prerequisite/program-started',
  severity: 'HIGH',
  title: 'Fetches a finished program and opens it',
  reasoning: 'It cannot be seen what the program does, and the user is not asked before it runs.',
  fix: 'Name the package of a known package manager, or build from source that the plugin ships.',
};

const lockedArchive: RuleText = {
  ...shared,
  id: 'fake-prerequisite/locked-archive',
  severity: 'MEDIUM',
  title: 'Opens an archive with a password that it gives itself',
  reasoning:
    'A password that everybody knows protects nothing; it keeps scanners out of the archive.',
  fix: 'Ship the files as they are.',
};

const commands = commandTable([
  {
    rule: warningOff,
    programs: 'xattr',
    args: [/(^| )-\w*[dc]/, /quarantine|(^| )-\w*c/],
    severity: 'MEDIUM',
  },
  {
    rule: warningOff,
    programs: 'spctl',
    args: [/--(master|global)-disable|--add\b|disable/],
    severity: 'HIGH',
  },
  { rule: warningOff, programs: 'unblock-file', args: [] },
  {
    rule: warningOff,
    programs: 'codesign',
    args: [/--remove-signature|(^| )(-f|--force)\b.{0,40}(-s|--sign) -( |$)/],
    severity: 'LOW',
  },
  {
    rule: warningOff,
    programs: 'powershell pwsh set-executionpolicy',
    args: [/(^|-executionpolicy |-ep |-exec )(bypass|unrestricted)\b/i],
    severity: 'LOW',
  },
  {
    rule: lockedArchive,
    programs: 'unzip 7z 7za unrar unar bsdtar 7zz',
    args: [/(^| )(-P ?|-p|--password|--passphrase|-password)[ =]?["']?[^\s$"'-]/],
    unless: /^-p /,
  },
]);

export const fakePrerequisite: Check = {
  rules: [warningOff, programFetched, programStarted, lockedArchive],
  check(subject: Subject) {
    const found = [
      ...opened(subject),
      ...commandDrafts(subject, commands),
      ...factsOf(subject, 'request').flatMap(fetched),
    ];
    return worstBy(found, ({ at, rule }) =>
      JSON.stringify([rule.id, at.unit.file, at.unit.decoded, at.line]),
    );
  },
};

const OPENERS =
  /^(open|installer|msiexec|start|start-process|hdiutil|dpkg|rpm|xdg-open|explorer|saps|invoke-item|ii|wine|java)$/;

/** Programs and images that were fetched and are then opened with what the system has for that. */
function opened(subject: Subject): Draft[] {
  const flows = flowsOf(subject);
  return factsOf(subject, 'run')
    .filter(({ name }) => OPENERS.test(programOf(name)))
    .flatMap((fact) => {
      const sources = fact.args.flatMap((path) => flows.writtenTo(path));
      const hosts = sources.flatMap((one) =>
        one.kind === 'network' ? [destinationOf(one.url)] : [],
      );
      const to = hosts.find((host) => isHostile(host)) ?? hosts.find((host) => !isTrusted(host));
      if (to === undefined || to.kind === 'placeholder') return [];
      const severity = weighedByTrigger(isHostile(to) ? 'CRITICAL' : 'HIGH', fact);
      const detail = `It comes from ${describe(to)}.`;
      return [{ rule: programStarted, at: fact.at, confidence: 'high' as const, severity, detail }];
    });
}

const PROGRAM =
  /\.(exe|msi|msix|scr|pkg|dmg|app|deb|rpm|apk|jar|bat|cmd|vbs|hta|lnk|iso|img|appimage|run|bin|xpi|crx|vsix)(\.zip)?$/i;
const ARCHIVE = /\.(zip|rar|7z|tar\.gz|tgz|tar\.xz)$/i;

function fetched(fact: FactOf<'request'>): Draft[] {
  const to = destinationOf(fact.url);
  if (isTrusted(to) || to.kind === 'placeholder' || !isWanted(fact, to)) return [];
  const usual = to.kind === 'computed' ? 'LOW' : 'MEDIUM';
  const severity = weighedByTrigger(isHostile(to) ? 'HIGH' : usual, fact);
  const detail = `It comes from ${describe(to)}.`;
  return [{ rule: programFetched, at: fact.at, confidence: 'medium', severity, detail }];
}

function isWanted({ saves }: FactOf<'request'>, to: Destination): boolean {
  const path = to.path.replace(/[?#].*$/, '');
  if (PROGRAM.test(path) || PROGRAM.test(saves?.text ?? '')) return true;
  return isHostile(to) && ARCHIVE.test(path);
}
