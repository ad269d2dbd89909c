/** The path of an address without its query, as the log shows it: a token that somebody put there by mistake is cut out. */
export function loggedPath(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path.replace(/\b(svc_[a-z]+_)\w{8,}/gi, '$1…');
}
