import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { AppError } from './app-error';

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
