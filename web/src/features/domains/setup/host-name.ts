/** The host that someone typed or pasted, without scheme, path, port and trailing dot. */
export function cleanHost(text: string): string {
  return text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '');
}

/** Whether the address of an install is on this machine or in its network, where no public DNS record leads. */
export function isLocal(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false;
  const { hostname } = new URL(publicUrl);
  return /^(localhost|.*\.localhost|127\..*|\[::1\]|10\..*|192\.168\..*|.*\.(local|internal))$/.test(hostname);
}

/** The ASCII form (Punycode) of a host with other letters, as DNS providers expect it; null for an ASCII host. */
export function asciiHost(host: string): string | null {
  if (/^[\x20-\x7e]*$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}
