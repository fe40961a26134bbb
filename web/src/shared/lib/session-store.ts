import { uuid } from './ids';
import { readStored, writeStored } from './storage';
import { createStore } from './store';

/** The three keys of localStorage. It has no others; preferences are part of the user object. */
export const SESSION_KEYS = { user: 'linnet.user', token: 'linnet.token', device: 'linnet.device' } as const;

export interface Preferences {
  theme?: 'light' | 'dark';
  /** The language (BCP 47) of the interface; absent for the browser's. */
  language?: string | undefined;
  /** The sidebar is folded to a rail. */
  rail?: boolean;
  /** Single-key shortcuts are switched off. */
  shortcutsOff?: boolean;
  /** The id of the workspace that the user opened last; absent for their first. */
  workspaceId?: string | undefined;
}

/** What the interface reads of a user. Nothing else of them is stored. */
export interface SessionUser {
  id?: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Stored only while it is false: the address must be verified before the user can create links. */
  emailVerified?: boolean;
  preferences?: Preferences;
}

export type Session =
  | { status: 'loading' }
  | { status: 'authenticated'; user: SessionUser; token: string }
  /** `expired`: the server ended it, so the place where the user was is worth coming back to. */
  | { status: 'unauthenticated'; expired: boolean };

const session = createStore<Session>({ status: 'loading' });
let seen: string | undefined;

function isUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && typeof (value as SessionUser).email === 'string';
}

/** Drops what the server answers beside, such as the telephone number. */
function readFields({ id, email, firstName, lastName, emailVerified, preferences }: SessionUser): SessionUser {
  const unverified = emailVerified === false && { emailVerified };
  return { ...(id && { id }), email, firstName, lastName, ...unverified, ...(preferences && { preferences }) };
}

function writeUser(user: SessionUser): void {
  writeStored(SESSION_KEYS.user, JSON.stringify(readFields(user)));
}

function parseUser(text: string): SessionUser | null {
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? readFields(value) : null;
  } catch {
    return null;
  }
}

function discard(): void {
  console.error('Failed to parse stored user data');
  writeStored(SESSION_KEYS.user, null);
  writeStored(SESSION_KEYS.token, null);
}

function load(): Session {
  const text = readStored(SESSION_KEYS.user);
  const token = readStored(SESSION_KEYS.token);
  const user = text === null ? null : parseUser(text);
  if (text !== null && user === null) discard();
  // An earlier version stored the whole response of the server.
  if (user && JSON.stringify(user) !== text) writeUser(user);
  if (user && token) return { status: 'authenticated', user, token };
  return { status: 'unauthenticated', expired: readStored(SESSION_KEYS.device) !== null };
}

function refresh(): void {
  const next = load();
  seen = fingerprint();
  session.set(next);
}

function fingerprint(): string {
  return `${readStored(SESSION_KEYS.token)} ${readStored(SESSION_KEYS.user)}`;
}

/** Applies changes of other tabs, such as a log-out. A null key means that the storage was cleared. */
function onStorage(event: StorageEvent): void {
  const ours = event.key === null || Object.values<string>(SESSION_KEYS).includes(event.key);
  if (ours && fingerprint() !== seen) refresh();
}

/** The signed-in user and token, stored in localStorage and synchronised across tabs. */
export const sessionStore = {
  /** Loads the stored session, which is `loading` before. The app calls it once, before it renders. */
  start(): void {
    refresh();
    window.addEventListener('storage', onStorage);
  },

  get: session.get,
  subscribe: session.subscribe,
  initial: session.initial,

  /** Stores a session after login or sign-up. It retains the same user's preferences on this device. */
  save(user: SessionUser, token: string): void {
    writeUser(user);
    writeStored(SESSION_KEYS.token, token);
    refresh();
  },

  /** Changes the stored user. Does nothing without a session. */
  patchUser(change: Partial<SessionUser>): void {
    const current = session.get();
    if (current.status !== 'authenticated') return;
    writeUser({ ...current.user, ...change });
    refresh();
  },

  setPreferences(change: Preferences): void {
    const current = session.get();
    if (current.status !== 'authenticated') return;
    sessionStore.patchUser({ preferences: { ...current.user.preferences, ...change } });
  },

  /** After a 401: token and user go, the device id stays. */
  expire(): void {
    writeStored(SESSION_KEYS.token, null);
    writeStored(SESSION_KEYS.user, null);
    refresh();
  },

  /** Log-out: all three go. The device id first, so that other tabs see a log-out and not an expiry. */
  clear(): void {
    writeStored(SESSION_KEYS.device, null);
    writeStored(SESSION_KEYS.token, null);
    writeStored(SESSION_KEYS.user, null);
    refresh();
  },

  /** The id of the device, created once and stored until log-out. */
  deviceId(): string {
    const stored = readStored(SESSION_KEYS.device);
    if (stored) return stored;
    const made = uuid();
    writeStored(SESSION_KEYS.device, made);
    return made;
  },
};
