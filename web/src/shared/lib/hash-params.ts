/** Reads a parameter of the page's fragment, such as the token in `#token=…`. Empty when there is none. */
export function hashParam(name: string): string {
  if (typeof location === 'undefined') return '';
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
}
