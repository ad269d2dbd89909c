/** The id a service key was made from: `persistence.unitOfWork`. */
export function keyId(key: symbol): string {
  return (Symbol.keyFor(key) ?? key.description ?? '?').replace(/^svc:/, '');
}
