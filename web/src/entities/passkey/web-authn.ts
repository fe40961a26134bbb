import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];
type CredentialJson = Schemas['PasskeyResponse']['credential'];

/** How often a suggestion gets a new challenge. The server accepts a challenge for five minutes. */
const RENEWAL_MS = 4 * 60_000;

/** Whether the browser can create and use passkeys on this page. They are bound to a host name. */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return !isAddress && 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether the user closed the browser's dialog, or the page aborted the request. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

function toJson(credential: Credential | null): CredentialJson {
  return (credential as PublicKeyCredential).toJSON() as unknown as CredentialJson;
}

async function select({ publicKey }: Schemas['PasskeyOptions'], request: CredentialRequestOptions = {}) {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return toJson(await navigator.credentials.get({ ...request, publicKey: options }));
}

/** Creates a passkey on a device of the user and registers it. */
export async function createPasskey(name: string): Promise<void> {
  const { publicKey } = await body(api.POST('/me/passkeys/options'));
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = toJson(await navigator.credentials.create({ publicKey: options }));
  await api.POST('/me/passkeys', { body: { name, credential } });
}

/** Returns the credential of a sign-in with a passkey that the user selects in the browser's dialog. */
export async function selectPasskey(): Promise<CredentialJson> {
  return select(await body(api.POST('/auth/passkey/options')));
}

/** Signs in with a passkey that the user selects in the browser's dialog. */
export async function signInWithPasskey(): Promise<Schemas['LoggedIn']> {
  const credential = await selectPasskey();
  return body(api.POST('/auth/passkey', { body: { credential } }));
}

/**
 * Signs in with a passkey that the user selects among the suggestions of the email field. Resolves to null when
 * `signal` is aborted, and where the browser or the server has no suggestions: the page works without them.
 */
export async function signInWithSuggestion(signal: AbortSignal): Promise<Schemas['LoggedIn'] | null> {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  while (!signal.aborted) {
    const renewal = AbortSignal.timeout(RENEWAL_MS);
    const credential = await selectSuggestion(AbortSignal.any([signal, renewal]));
    if (credential) return body(api.POST('/auth/passkey', { body: { credential } }));
    if (!renewal.aborted) return null;
  }
  return null;
}

async function selectSuggestion(signal: AbortSignal): Promise<CredentialJson | null> {
  try {
    return await select(await body(api.POST('/auth/passkey/options', { signal })), {
      mediation: 'conditional',
      signal,
    });
  } catch {
    return null;
  }
}

/** Confirms the identity of the signed-in user with a passkey. */
export async function reauthenticateWithPasskey(): Promise<void> {
  const credential = await select(await body(api.POST('/me/reauthenticate/passkey/options')));
  await api.POST('/me/reauthenticate/passkey', { body: { credential } });
}
