/** A part of the page's code could not be loaded: the network failed, or the server has a newer version by now. */
const NAME = 'ChunkLoadError';

/**
 * Marks the errors of failed dynamic imports. The router would otherwise recognise the browser's message and reload the
 * page, which without a network replaces the app by the browser's own error page.
 */
export function nameChunkErrors(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME;
    payload.message = `The page needs a file that could not be loaded. (${payload.message})`;
  });
}

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}
