import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { AppError } from './app-error';
import { NotFound } from './not-found';

describe('the not-found page', () => {
  it('AC-21, AC-22: says so, leads home, and logs the path', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { container } = await renderScreen(<NotFound />, { path: '/no/such' });
    expect(screen.getByRole('heading', { name: '404' })).toBeInTheDocument();
    expect(screen.getByText('Oops! Page not found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(log.mock.calls.flat().join(' ')).toContain('/no/such');
    await expectAccessible(container);
  });
});

describe('the view of a failure', () => {
  it('AC-24: shows its heading and a link back, without a stack trace', async () => {
    const error = new Error('secret detail');
    const { container } = await renderScreen(<AppError error={error} reset={() => {}} />);
    expect(screen.getByRole('heading')).toHaveTextContent('Unexpected Application Error!');
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(container).not.toHaveTextContent('secret detail');
    await expectAccessible(container);
  });
});
