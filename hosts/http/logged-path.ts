/** The path of an address without its query, for the log. A token that was put into the path by mistake is cut out. */
export function loggedPath(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path.replace(/\b(svc_[a-z]+_)\w{8,}/gi, '$1…');
}
