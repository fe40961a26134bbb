import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';

/** A part of the page's code could not be loaded: the network failed, or the server has a newer version by now. */
const NAME = 'ChunkLoadError';

/** What every place says instead of the missing part: the part itself, a dialog, the whole screen. */
export const CHUNK_MISSING = t('Part of this page couldn’t be loaded.');
export const CHUNK_ADVICE = t('If {product} was updated, reload the page to get the new version.', {
  product: PRODUCT,
});

/**
 * Marks the errors of failed dynamic imports. The router would otherwise recognise the browser's message and reload the
 * page, which without a network replaces the app by the browser's own error page.
 */
export function nameChunkErrors(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = NAME;
    payload.message = `${CHUNK_MISSING} ${CHUNK_ADVICE}`;
  });
}

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && error.name === NAME;
}
