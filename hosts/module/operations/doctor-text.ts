import type { TextStyle } from 'svc-registry/kernel';
import type { DoctorReport, HealthRow, ServerReport } from '../contract/doctor-report.js';
import { moduleTable } from './modules-text.js';

function serverText({ origin, ready, cause }: ServerReport, style: TextStyle): string {
  const state = ready ? style.green('ready') : style.yellow(`not ready (${cause ?? 'unknown'})`);
  return origin === null ? state : `${origin} ${state}`;
}

const marks = { ok: ['green', '✓'], warning: ['yellow', '!'], error: ['red', '✗'] } as const;

function checkLine({ level, message }: HealthRow, style: TextStyle): string {
  const [colour, mark] = marks[level];
  return `${style[colour](mark)} ${message}`;
}

export function doctorText(report: DoctorReport, style: TextStyle): string {
  const { version, node, platform, home, server, checks, modules } = report;
  return [
    `${style.dim('svc     ')} ${version}`,
    `${style.dim('node    ')} ${node} on ${platform}`,
    `${style.dim('home    ')} ${home}`,
    `${style.dim('server  ')} ${serverText(server, style)}`,
    ...(checks.length === 0 ? [] : ['', ...checks.map((check) => checkLine(check, style))]),
    '',
    moduleTable(modules, style),
  ].join('\n');
}
