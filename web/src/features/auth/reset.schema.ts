import * as z from 'zod/mini';
import { atMost, mailAddress, newPassword, passwordsMatch } from '@/entities/account/validation';
import { t } from '@/shared/i18n/t';

export const forgotSchema = z.object({
  email: mailAddress.check(atMost(255, t('Email cannot exceed 255 characters'))),
});

export type ForgotForm = z.infer<typeof forgotSchema>;

export const resetSchema = z
  .object({ password: newPassword, passwordConfirmation: z.string(), disconnectSingleSignOn: z.boolean() })
  .check(passwordsMatch);

export type ResetForm = z.infer<typeof resetSchema>;
