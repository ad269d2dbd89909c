/** The caller of an operation. The caller's permissions are known to the module that authorises, not to the kernel. */
export interface Caller {
  readonly kind: 'anonymous' | 'user' | 'key' | 'system';
  /** Id of the user or key; `null` for the others. */
  readonly id: string | null;
  /** For logs and messages: an e-mail address, a key's name. Never a secret. */
  readonly label: string;
  /** A message for the person behind the caller, for example that their key expires soon. Hosts pass it on. */
  readonly notice?: string;
}
