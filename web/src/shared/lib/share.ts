/** Whether the browser supports the Web Share API, which requires HTTPS. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the system's share sheet. Returns false when that failed; it does not fail when the user closes the sheet. */
export async function shareUrl(data: { url: string; title?: string }): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
