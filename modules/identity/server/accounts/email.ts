/** The normalized form in which an e-mail address is unique: case, spacing and Unicode form may differ. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
