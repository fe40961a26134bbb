import * as z from 'zod/mini';
import { t } from '@/shared/i18n/t';

/** The maximum length of an alternative text, in characters. */
export const MAX_ALT = 300;

export const altText = z.string().check(
  z.refine((text) => text.trim() !== '', { error: t('Describe the image for people who cannot see it.') }),
  z.maxLength(MAX_ALT, { error: t('Enter at most {max} characters.', { max: MAX_ALT }) }),
);
