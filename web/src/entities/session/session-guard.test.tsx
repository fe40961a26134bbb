import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { renderScreen, signIn } from '@/test/render';
import { SessionGuard } from './session-guard';

const show = () => renderScreen(<SessionGuard>{t('Secret')}</SessionGuard>, { path: '/dashboard/links?q=a#b' });

describe('SessionGuard', () => {
  it(t('AC-19: shows exactly "Loading..." while the session loads'), async () => {
    vi.spyOn(sessionStore, 'get').mockReturnValue({ status: 'loading' });
    const { container } = await show();
    expect(container).toHaveTextContent(/^Loading\.\.\.$/);
  });

  it(t('AC-16, AC-20: redirects visitors to /login without rendering its children'), async () => {
    sessionStore.start();
    const { router } = await show();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByText('Secret')).toBeNull();
  });

  it(t('AC-17: passes the location to /login when the session expires'), async () => {
    signIn();
    sessionStore.deviceId();
    const { router } = await show();
    expect(screen.getByText(t('Secret'))).toBeInTheDocument();
    act(() => sessionStore.expire());
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.state).toMatchObject({ from: '/dashboard/links?q=a#b' });
  });

  it(t('navigates once while the login page loads'), async () => {
    signIn();
    const { router } = await show();
    const navigations = vi.fn();
    router.history.subscribe(navigations);
    let finishLoading: () => void = () => {};
    const loading = new Promise<void>((resolve) => {
      finishLoading = resolve;
    });
    router.routesByPath['/login'].options.loader = () => loading;
    act(() => sessionStore.clear());
    await waitFor(() => expect(router.state.status).toBe('pending'));
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    finishLoading();
    expect(await screen.findByText(t('The login page'))).toBeInTheDocument();
    expect(navigations).toHaveBeenCalledTimes(1);
  });

  it('passes no location to /login after a log-out', async () => {
    signIn();
    sessionStore.deviceId();
    const { router } = await show();
    act(() => sessionStore.clear());
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.state).not.toHaveProperty('from');
  });
});
