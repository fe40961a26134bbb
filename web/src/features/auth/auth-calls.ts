import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import type { LoginForm } from './login.schema';
import { lookupIp } from './lookup-ip';
import { normalisePhone } from './phone';
import type { ForgotForm, ResetForm } from './reset.schema';
import type { SignupForm } from './signup.schema';

/** Rejects with `message` when the API error carries none of its own; other errors pass unchanged. */
async function withFallbackMessage<T>(call: Promise<T>, message: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.hasServerMessage) throw error;
    throw new ApiError(error.status, { ...error, message, errors: [...error.errors] }, error.requestId);
  }
}

/**
 * Creates the account and stores the session that the server may return. `asksPlans`: the account chooses whether the
 * install has plans. Returns the server's message, if any.
 */
export async function signUp({ code, plans, ...form }: SignupForm, asksPlans: boolean): Promise<string | undefined> {
  const ipAddress = await lookupIp();
  const phoneNumber = normalisePhone(form.phoneNumber, form.countryCode);
  const payload = {
    ...form,
    phoneNumber,
    ipAddress,
    ...(code.trim() && { code: code.trim() }),
    ...(asksPlans && { plans }),
  };
  const response = await withFallbackMessage(
    body(api.POST('/auth/signup', { body: payload })),
    t('Signup failed. Please try again.'),
  );
  if (response.token) sessionStore.save(response.user, response.token);
  return response.message || undefined;
}

/** Logs in and stores the session. */
export async function logIn(form: LoginForm & { code?: string; recoveryCode?: string }): Promise<void> {
  const response = await withFallbackMessage(
    body(api.POST('/auth/login', { body: form })),
    t('Login failed. Please try again.'),
  );
  sessionStore.save(response.user, response.token);
}

/** Requests a plan for the new workspace. Returns whether the request succeeded. */
export async function requestPlan(plan: string): Promise<boolean> {
  try {
    await api.POST('/workspaces/{id}/plan-request', { params: { path: { id: 'current' } }, body: { package: plan } });
    return true;
  } catch {
    return false;
  }
}

/** Requests a reset email. The response is the same for known and unknown addresses. */
export async function requestPasswordReset(form: ForgotForm): Promise<void> {
  await api.POST('/auth/forgot-password', { body: form });
}

/** Sets a new password with the single-use token from the email. */
export async function resetPassword(form: ResetForm & { token: string }): Promise<void> {
  await api.POST('/auth/reset-password', { body: form });
}
