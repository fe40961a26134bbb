import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { PERSON, signIn } from '@/test/render';
import { followSession } from './follow-session';

let stop = () => {};
afterEach(() => {
  stop();
  sessionStore.clear();
});

describe('what follows the session', () => {
  it('applies the selected theme, and the system’s after a log-out', () => {
    signIn();
    stop = followSession(new QueryClient());
    sessionStore.setPreferences({ theme: 'dark' });
    expect(document.documentElement.dataset.theme).toBe('dark');
    sessionStore.setPreferences({ theme: undefined });
    expect(document.documentElement.dataset.theme).toBeUndefined();
    sessionStore.setPreferences({ theme: 'light' });
    sessionStore.clear();
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it('clears the cache for another user, but not for a changed preference', async () => {
    signIn(PERSON, 'one');
    const queryClient = new QueryClient();
    stop = followSession(queryClient);
    queryClient.setQueryData(['me'], PERSON);
    sessionStore.setPreferences({ rail: true });
    expect(queryClient.getQueryData(['me'])).toBe(PERSON);
    sessionStore.save({ ...PERSON, email: 'other@example.com' }, 'two');
    expect(queryClient.getQueryData(['me'])).toBeUndefined();
    queryClient.setQueryData(['me'], PERSON);
    sessionStore.clear();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });
});
