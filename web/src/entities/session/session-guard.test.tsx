import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { renderScreen, signIn } from '@/test/render';
import { SessionGuard } from './session-guard';

const show = () => renderScreen(<SessionGuard>Secret</SessionGuard>, { path: '/dashboard/links?q=a#b' });

describe('the guard', () => {
  it('AC-19: shows exactly "Loading..." while the session is being read', async () => {
    vi.spyOn(sessionStore, 'get').mockReturnValue({ status: 'loading' });
    const { container } = await show();
    expect(container).toHaveTextContent(/^Loading\.\.\.$/);
  });

  it('AC-16, AC-20: shows nothing of it to a visitor', async () => {
    sessionStore.start();
    const { router } = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByText('Secret')).toBeNull();
  });

  it('AC-17: remembers the place when the server ends the session', async () => {
    signIn();
    sessionStore.deviceId();
    const { router } = await show();
    expect(screen.getByText('Secret')).toBeInTheDocument();
    act(() => sessionStore.expire());
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.state).toMatchObject({ from: '/dashboard/links?q=a#b' });
  });

  it('leaves once, however long the login page takes to arrive', async () => {
    signIn();
    const { router } = await show();
    const goings = vi.fn();
    router.history.subscribe(goings);
    let arrive: () => void = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    router.routesByPath['/login'].options.loader = () => arrival;
    act(() => sessionStore.clear());
    await waitFor(() => expect(router.state.status).toBe('pending'));
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    arrive();
    expect(await screen.findByText('The login page')).toBeInTheDocument();
    expect(goings).toHaveBeenCalledTimes(1);
  });

  it('remembers nothing after a log-out', async () => {
    signIn();
    sessionStore.deviceId();
    const { router } = await show();
    act(() => sessionStore.clear());
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.state).not.toHaveProperty('from');
  });
});
