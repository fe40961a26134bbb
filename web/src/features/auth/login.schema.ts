import * as z from 'zod/mini';
import { atLeast, atMost, mailAddress } from '@/entities/account/validation';
import { t } from '@/shared/i18n/t';

/**
 * The login form. Its limits accept every value that sign-up accepts (255 and 32 characters), although the messages say
 * "less than".
 */
export const loginSchema = z.object({
  email: mailAddress.check(
    atLeast(3, t('Email must be at least 3 characters')),
    atMost(255, t('Email must be less than 255 characters')),
  ),
  password: z
    .string()
    .check(
      atLeast(8, t('Password must be at least 8 characters')),
      atMost(32, t('Password must be less than 32 characters')),
    ),
});

export type LoginForm = z.infer<typeof loginSchema>;
