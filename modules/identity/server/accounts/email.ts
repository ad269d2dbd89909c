/** The form in which an e-mail address is unique: people write the same one in several ways. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
