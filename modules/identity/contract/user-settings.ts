import { serviceKey } from 'svc-registry/kernel';

/** `~/.svc/config.json`: what the user has set for themselves. No repository changes it. Client only. */
export interface UserSettings {
  readonly path: string;
  /** The value of a setting; `undefined` when the file or the setting is missing. Throws `settings_unreadable`. */
  read(name: string): Promise<unknown>;
}

export const userSettingsKey = serviceKey<UserSettings>('identity.userSettings');
