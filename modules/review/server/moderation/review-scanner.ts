import { inject, injectable } from 'tsyringe';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import {
  severities,
  type Ruleset,
  type Scanner,
  type ScanFinding,
  type ScanVerdict,
} from '../../../registry/contract/scanners.js';
import { versionUndecided } from '../../contract/errors.js';
import type { Finding, Report } from '../../engine/report.js';
import { Analyser } from '../analysis/analyser.js';
import { VersionReports } from './version-reports.js';

const ADVICE =
  'Correct it and publish a new version; `svc review run security` shows all findings and how to fix them.';
/** Severities that publish policies can block. */
const BLOCKABLE = severities.slice(severities.indexOf('MEDIUM'));

/** Moderates by the security review. The suppressions of the plugin are ignored, and no model is asked. */
@injectable()
export class ReviewScanner implements Scanner {
  constructor(
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(VersionReports) private readonly reports: VersionReports,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
  ) {}

  async scan({
    versionId,
    contents,
    signal,
  }: Parameters<Scanner['scan']>[0]): Promise<ScanVerdict> {
    const { name, version: semver } = contents.manifest;
    const version = { versionId, name, semver };
    const files = await this.format.withRoles(contents.files, contents);
    const release = await this.reports.previous(version);
    const report = await this.analyser.analyse(files, signal, release);
    await this.reports.store(version, report, await this.analyser.engine());
    if (report.verdict === 'error') throw undecided(report);
    return {
      verdict: 'pass',
      ...(report.overallSeverity !== null && { severity: report.overallSeverity }),
      findings: report.findings.filter(({ severity }) => BLOCKABLE.includes(severity)).map(listed),
      advice: ADVICE,
    };
  }

  async ruleset(): Promise<Ruleset> {
    const { name, version, ruleset } = await this.analyser.engine();
    return { engine: `${name} ${version}`, ruleset };
  }
}

function listed({ fingerprint, severity, title, rule, file, line }: Finding): ScanFinding {
  return { fingerprint, severity, title, rule, file, line };
}

function undecided({ files }: Report): Error {
  const unread = files.filter(({ analysed }) => analysed === 'unread');
  const [first] = unread;
  return versionUndecided({
    file: first?.path ?? '',
    reason: first?.reason ?? 'it is not readable',
    others: unread.length - 1,
  });
}
