import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION_KEYS, sessionStore } from './session-store';

const user = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };

function storage(): Record<string, string> {
  return Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? '']));
}

/** Simulates a write by another tab. */
function otherTab(change: () => void, key: string | null): void {
  change();
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(() => {
  localStorage.clear();
  sessionStore.start();
});

describe('the session store', () => {
  it('AC-192, AC-197: reads what is stored on start', () => {
    expect(sessionStore.get()).toEqual({ status: 'unauthenticated', expired: false });
    localStorage.setItem(SESSION_KEYS.user, JSON.stringify(user));
    localStorage.setItem(SESSION_KEYS.token, 't');
    sessionStore.start();
    expect(sessionStore.get()).toEqual({ status: 'authenticated', user, token: 't' });
  });

  it('AC-191: keeps exactly three keys, preferences included', () => {
    sessionStore.save(user, 't');
    const device = sessionStore.deviceId();
    sessionStore.setPreferences({ theme: 'dark', rail: true });
    expect(Object.keys(storage()).sort()).toEqual(Object.values<string>(SESSION_KEYS).sort());
    expect(sessionStore.deviceId()).toBe(device);
    sessionStore.setPreferences({ theme: undefined });
    expect(sessionStore.get()).toMatchObject({ user: { preferences: { rail: true } } });
  });

  it('stores only what the interface reads of the user when the server answers more', () => {
    const answered = {
      ...user,
      id: 'usr_1',
      phoneNumber: '+4915112345678',
      country: 'DE',
      preferences: { rail: true },
    };
    const read = JSON.stringify({ id: 'usr_1', ...user, preferences: { rail: true } });
    sessionStore.save(answered, 't');
    expect(localStorage.getItem(SESSION_KEYS.user)).toBe(read);
    sessionStore.patchUser(answered);
    expect(localStorage.getItem(SESSION_KEYS.user)).toBe(read);
  });

  it('removes the other fields of a user that an earlier version stored', () => {
    localStorage.setItem(SESSION_KEYS.user, JSON.stringify({ ...user, phoneNumber: '+4915112345678' }));
    localStorage.setItem(SESSION_KEYS.token, 't');
    sessionStore.start();
    expect(localStorage.getItem(SESSION_KEYS.user)).toBe(JSON.stringify(user));
    expect(sessionStore.get()).toEqual({ status: 'authenticated', user, token: 't' });
  });

  it.each(['{', 'null', '"text"', '{"name":"no address"}'])('AC-193: discards %s as a user', (text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.setItem(SESSION_KEYS.user, text);
    localStorage.setItem(SESSION_KEYS.token, 't');
    sessionStore.start();
    expect(sessionStore.get().status).toBe('unauthenticated');
    expect(storage()).toEqual({});
    expect(log).toHaveBeenCalledWith('Failed to parse stored user data');
  });

  it('AC-194: clears all three keys on log-out', () => {
    sessionStore.save(user, 't');
    sessionStore.deviceId();
    sessionStore.clear();
    expect(storage()).toEqual({});
    expect(sessionStore.get()).toEqual({ status: 'unauthenticated', expired: false });
  });

  it('AC-195, AC-198: reuses the device id after the server ends the session', () => {
    sessionStore.save(user, 't');
    const device = sessionStore.deviceId();
    sessionStore.expire();
    expect(storage()).toEqual({ [SESSION_KEYS.device]: device });
    expect(sessionStore.get()).toEqual({ status: 'unauthenticated', expired: true });
    sessionStore.clear();
    expect(sessionStore.deviceId()).not.toBe(device);
  });

  it('tells subscribers of log-outs and logins in other tabs, once each', () => {
    sessionStore.save(user, 't');
    const told = vi.fn();
    const stop = sessionStore.subscribe(told);
    otherTab(() => localStorage.clear(), null);
    expect(sessionStore.get().status).toBe('unauthenticated');
    otherTab(() => {}, SESSION_KEYS.token);
    expect(told).toHaveBeenCalledTimes(1);
    otherTab(() => {
      localStorage.setItem(SESSION_KEYS.user, JSON.stringify(user));
      localStorage.setItem(SESSION_KEYS.token, 'other');
    }, SESSION_KEYS.token);
    expect(sessionStore.get()).toMatchObject({ status: 'authenticated', token: 'other' });
    otherTab(() => localStorage.setItem('foreign', 'x'), 'foreign');
    expect(told).toHaveBeenCalledTimes(2);
    stop();
  });

  it('works for the length of the page where storage is refused', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
    sessionStore.save(user, 't');
    expect(sessionStore.get()).toMatchObject({ status: 'authenticated', token: 't' });
    sessionStore.clear();
    expect(sessionStore.get().status).toBe('unauthenticated');
  });
});
