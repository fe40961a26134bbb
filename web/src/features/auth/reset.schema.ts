import * as z from 'zod/mini';
import { atMost, mailAddress, newPassword, passwordsMatch } from '@/entities/account/validation';

export const forgotSchema = z.object({
  email: mailAddress.check(atMost(255, 'Email cannot exceed 255 characters')),
});

export type ForgotForm = z.infer<typeof forgotSchema>;

export const resetSchema = z
  .object({ password: newPassword, passwordConfirmation: z.string(), disconnectSingleSignOn: z.boolean() })
  .check(passwordsMatch);

export type ResetForm = z.infer<typeof resetSchema>;
