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
  it('the theme: as chosen, the system’s after a log-out', () => {
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

  it('the cache: nothing of one person is left for the next, a changed preference keeps it', async () => {
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
