import { vi } from 'vitest';

/** The credential that the device of `stubPasskeys` creates and selects. */
const CREDENTIAL = { id: 'x', toJSON: () => ({ id: 'x' }) };

/** Gives the page a browser with passkeys. `vi.unstubAllGlobals` removes them. */
export function stubPasskeys() {
  const device = { create: vi.fn(async () => CREDENTIAL), get: vi.fn(async () => CREDENTIAL) };
  const asObject = (json: unknown) => json;
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: asObject,
    parseRequestOptionsFromJSON: asObject,
    isConditionalMediationAvailable: async () => true,
  });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: device });
  return device;
}
