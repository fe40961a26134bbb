import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { findToast, renderScreen } from '@/test/render';
import { BrowserTools } from './browser-tools';

it('has a bookmark that opens a new link to the page on which it is used', async () => {
  const { user } = await renderScreen(<BrowserTools />);
  const bookmark = await screen.findByText('Shorten this page');
  const script = bookmark.getAttribute('href') ?? '';
  const location = { href: 'https://example.com/a?b=1&c=ü' };
  new Function('location', script.replace('javascript:', ''))(location);
  const to = new URL(location.href);
  expect(to.origin + to.pathname).toBe(`${window.location.origin}/new`);
  expect(to.searchParams.get('url')).toBe('https://example.com/a?b=1&c=ü');
  await user.click(bookmark);
  expect(await findToast('Drag it to the bookmarks bar.')).toBeVisible();
  await expectAccessible(document.body);
});
