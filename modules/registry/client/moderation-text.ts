import type { Renderer } from 'svc-registry/kernel';
import type { VersionView } from '../contract/version-view.js';

export const clearedText: Renderer<VersionView> = ({ name, version, moderationStatus }, style) =>
  `${style.green('Cleared')} ${style.bold(`${name}@${version}`)}: its moderation is "${moderationStatus}".`;

export const judgeAgainText: Renderer<VersionView> = ({ name, version, moderationStatus }, style) =>
  `${style.bold(`${name}@${version}`)} is scanned again in the background. Until there is a verdict, its moderation stays "${moderationStatus}".`;
