import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import { sessionStore } from '@/shared/lib/session-store';
import type { LoginForm } from './login.schema';
import { lookupIp } from './lookup-ip';
import { normalisePhone } from './phone';
import type { ForgotForm, ResetForm } from './reset.schema';
import type { SignupForm } from './signup.schema';

/** Gives an answer without a sentence the call's own; whatever else went wrong passes unchanged. */
async function orSay<T>(call: Promise<T>, sentence: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.hasServerMessage) throw error;
    throw new ApiError(error.status, { ...error, message: sentence, errors: [...error.errors] }, error.requestId);
  }
}

/** Creates the account, stores the session when the server gives one, and returns the server's sentence, if any. */
export async function signUp({ code, ...form }: SignupForm): Promise<string | undefined> {
  const ipAddress = await lookupIp();
  const phoneNumber = normalisePhone(form.phoneNumber, form.countryCode);
  const payload = { ...form, phoneNumber, ipAddress, ...(code.trim() && { code: code.trim() }) };
  const answer = await orSay(body(api.POST('/auth/signup', { body: payload })), 'Signup failed. Please try again.');
  if (answer.token) sessionStore.save(answer.user, answer.token);
  return answer.message || undefined;
}

/** Opens a session and stores it. */
export async function logIn(form: LoginForm): Promise<void> {
  const answer = await orSay(body(api.POST('/auth/login', { body: form })), 'Login failed. Please try again.');
  sessionStore.save(answer.user, answer.token);
}

/** Asks the operator to put the new workspace on a plan. Returns whether the request was sent. */
export async function requestPlan(plan: string): Promise<boolean> {
  try {
    await api.POST('/workspaces/{id}/plan-request', { params: { path: { id: 'current' } }, body: { package: plan } });
    return true;
  } catch {
    return false;
  }
}

/** Asks for a reset mail. The answer is the same for known and unknown addresses. */
export async function askForReset(form: ForgotForm): Promise<void> {
  await api.POST('/auth/forgot-password', { body: form });
}

/** Sets a new password with the one-time token of the mail. */
export async function resetPassword(form: ResetForm & { token: string }): Promise<void> {
  await api.POST('/auth/reset-password', { body: form });
}
