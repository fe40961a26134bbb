import { readProblem } from './errors';
import { API_BASE, endSession, identify } from './request';

export interface FetchedFile {
  name: string;
  content: Blob;
}

/**
 * Fetches a file of the API. It needs the bearer token, so that a plain link would not do; and it may take longer than
 * other calls, so that only `signal` ends it. Throws as the client does.
 */
export async function fetchFile(path: string, query: URLSearchParams, signal?: AbortSignal): Promise<FetchedFile> {
  const headers = identify(new Headers());
  const response = await fetch(`${API_BASE}${path}?${query}`, { headers, credentials: 'include', signal });
  if (response.status === 401) endSession(headers);
  if (!response.ok) throw await readProblem(response, headers.get('X-Request-Id') ?? '');
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('Content-Disposition') ?? '');
  return { name: named?.[1] ?? 'linnet', content: await response.blob() };
}

/** Gives a file to the browser to save. */
export function saveFile({ name, content }: FetchedFile): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads the address after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
