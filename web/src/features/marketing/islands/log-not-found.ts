/** Logs the visit of an unknown path to the console. */
export function logNotFound(): void {
  console.error('404: no page at', location.pathname);
}
