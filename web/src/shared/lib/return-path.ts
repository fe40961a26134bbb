/**
 * Where to go after login. Only a place of this origin's dashboard or an invitation is accepted, as path, query and
 * hash: the value comes from the history entry, and must never lead to another site.
 */
export function safeReturnPath(from: unknown, origin: string = location.origin): string | null {
  if (typeof from !== 'string' || !from.startsWith('/')) return null;
  if (!URL.canParse(from, origin)) return null;
  const url = new URL(from, origin);
  const inside = /^\/(dashboard(\/|$)|invite\/)/.test(url.pathname);
  return url.origin === origin && inside ? url.pathname + url.search + url.hash : null;
}
