import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { Gallery } from './gallery';

const read = (path: string) => readFileSync(path, 'utf8');

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

it('shows the kit in both themes and is accessible', async () => {
  const { container, user } = await renderScreen(<Gallery />);
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  for (const name of [
    'Button',
    'Fields',
    'Choices',
    'Overlays',
    'Labels',
    'Data',
    'States',
    'ConnectionBanner',
    'SettingsSection',
    'EditorLayout',
  ]) {
    expect(screen.getByRole('heading', { level: 2, name })).toBeInTheDocument();
  }
  await expectAccessible(container);
  await user.click(screen.getByRole('radio', { name: 'dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
});

it('is imported by the development server only', () => {
  expect(read('src/app/entry-client.tsx')).toMatch(
    /import\.meta\.env\.DEV && [^\n]*\n[^\n]*import\('\.\/gallery\/gallery'\)/,
  );
});
