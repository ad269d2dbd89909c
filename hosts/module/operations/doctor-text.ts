import type { TextStyle } from 'svc-registry/kernel';
import type { DoctorReport, ServerReport } from '../contract/doctor-report.js';
import { moduleTable } from './modules-text.js';

function serverText({ origin, ready, cause }: ServerReport, style: TextStyle): string {
  const state = ready ? style.green('ready') : style.yellow(`not ready (${cause ?? 'unknown'})`);
  return origin === null ? state : `${origin} ${state}`;
}

export function doctorText(report: DoctorReport, style: TextStyle): string {
  const { version, node, platform, home, server, modules } = report;
  return [
    `${style.dim('svc     ')} ${version}`,
    `${style.dim('node    ')} ${node} on ${platform}`,
    `${style.dim('home    ')} ${home}`,
    `${style.dim('server  ')} ${serverText(server, style)}`,
    '',
    moduleTable(modules, style),
  ].join('\n');
}
