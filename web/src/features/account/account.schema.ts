import * as z from 'zod/mini';
import { newPassword, personName } from '@/entities/account/validation';

export const profileSchema = z.object({ firstName: personName('First name'), lastName: personName('Last name') });

export type ProfileForm = z.infer<typeof profileSchema>;

export const passwordSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'Please enter your current password')),
    newPassword,
    confirmation: z.string(),
    disconnectSingleSignOn: z.boolean(),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmation, {
      error: 'Passwords do not match',
      path: ['confirmation'],
      when: () => true,
    }),
  );

export type PasswordForm = z.infer<typeof passwordSchema>;
