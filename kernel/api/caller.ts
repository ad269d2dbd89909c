/** Who calls. What the caller may do is known to the module that authorises, not to the kernel. */
export interface Caller {
  readonly kind: 'anonymous' | 'user' | 'key' | 'system';
  /** Id of the user or key; `null` for the others. */
  readonly id: string | null;
  /** For logs and messages: an e-mail address, a key's name. Never a secret. */
  readonly label: string;
  /** A sentence for the person behind the caller, such as that their key expires soon. Hosts pass it on. */
  readonly notice?: string;
}
