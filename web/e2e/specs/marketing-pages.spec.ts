import { expect, store, test } from '../fixtures/member';
import { SITE_PAGES } from '../fixtures/public-page';

const HEADINGS: Record<(typeof SITE_PAGES)[number], string> = {
  '/': 'Shorten. Track. Convert. Blink-Quick.',
  '/features': 'The link stays. The destination can change.',
  '/pricing': 'Simple plans. Redirects never stop.',
  '/help': 'Help Center',
  '/about': 'Revolutionizing Digital Connectivity and Link Management',
  '/contact': 'Contact us',
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
};

for (const [index, path] of SITE_PAGES.entries()) {
  test(`AC-${index + 1} AC-15: ${path} opens by URL with header, footer and metadata`, async ({
    page,
    request,
    baseURL,
  }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('h1')?.setAttribute('data-from-server', '');
      });
    });
    for (const visit of ['goto', 'reload'] as const) {
      if (visit === 'goto') await page.goto(path);
      else await page.reload();
      // The heading is the server's: no script replaces it.
      await expect(page.locator('h1[data-from-server]')).toHaveText(HEADINGS[path]);
      await expect(page.getByRole('banner')).toHaveCount(1);
      await expect(page.getByRole('contentinfo')).toHaveCount(1);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
    }

    await expect(page).toHaveTitle(/Linnet/);
    const meta = (name: string) => page.locator(`head meta[name="${name}"], head meta[property="${name}"]`);
    await expect(meta('description')).toHaveCount(1);
    expect((await meta('description').getAttribute('content'))?.length).toBeGreaterThan(20);
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${path}`);
    await expect(meta('og:url')).toHaveAttribute('content', `${baseURL}${path}`);
    await expect(meta('og:title')).toHaveAttribute('content', await page.title());
    const picture = await request.get((await meta('og:image').getAttribute('content')) ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
  });
}

test.describe('an unknown path', () => {
  test.use({ allowedConsole: [/404/] });

  test('AC-14 AC-21 AC-22 AC-23: has status 404, is logged and links home', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByText('404', { exact: true })).toBeAttached();
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await expect.poll(() => logged.some((text) => text.includes('/no/such/page'))).toBe(true);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Shorten.');
  });
});

test.describe('footer', () => {
  test('AC-74: links to all seven pages', async ({ page }) => {
    await page.goto('/help');
    const footer = page.getByRole('contentinfo');
    for (const path of SITE_PAGES.slice(1)) await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
  });

  test('AC-75 AC-76 AC-77: shows the email address, social links and current year', async ({ page }) => {
    await page.goto('/help');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    );
    for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'X']) {
      await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expect(footer.getByText(`© ${new Date().getFullYear()} Linnet`)).toBeVisible();
  });

  test('AC-77: the year is the visitor’s current year, regardless of the build', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2031-02-03T12:00:00Z'));
    await page.goto('/help');
    await expect(page.getByText('© 2031 Linnet')).toBeVisible();
  });

  test('AC-78 AC-79 AC-80 AC-81: the newsletter form shows thanks and sends no request', async ({ page }) => {
    await page.goto('/help');
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const footer = page.getByRole('contentinfo');
    const field = footer.getByRole('textbox');
    await expect(field).toHaveAttribute('type', 'email');
    await expect(field).toHaveAttribute('required');
    const subscribe = footer.getByRole('button', { name: 'Subscribe' });
    const thanks = page.getByText('Thanks for subscribing! This is a demo.', { exact: true });
    for (const wrong of ['', 'not-an-address']) {
      await field.fill(wrong);
      await subscribe.click();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
      await expect(thanks).toHaveCount(0);
    }
    await field.fill('ada@example.com');
    await subscribe.click();
    await expect(thanks).toBeVisible();
    expect(requests).toEqual([]);
  });
});

test('AC-4 AC-82: the Help Center shows a welcome sentence', async ({ page }) => {
  await page.goto('/help');
  await expect(page.getByRole('main')).toHaveText(
    'Help CenterWelcome to the Linnet Help Center, with answers about links, analytics and your account.',
  );
});

test('AC-83 AC-84 AC-85: About shows its heading, pillars and audiences', async ({ page }) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    'Revolutionizing Digital Connectivity and Link Management',
  );
  await expect(main.getByRole('article').getByRole('heading')).toHaveText([
    'Intelligent Analytics',
    'Enterprise Security',
    'Smart Management',
  ]);
  for (const who of ['individuals', 'startup founders', 'digital marketers', 'enterprises']) {
    await expect(main).toContainText(who);
  }
});

test('AC-86 AC-87: Contact shows the ways to reach support', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
    'href',
    'mailto:support@example.com',
  );
  const hosts = { Facebook: 'facebook.com', Instagram: 'instagram.com', LinkedIn: 'linkedin.com', X: 'x.com' };
  for (const [name, host] of Object.entries(hosts)) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      new RegExp(`//(www\\.)?${host}/`),
    );
  }
});

test('AC-88 AC-89: Terms have six sections', async ({ page }) => {
  await page.goto('/terms');
  await expect(page.getByText('Effective April 18, 2025')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Terms of Service' }).getByRole('heading', { level: 2 })).toHaveText([
    '1. Lawful use',
    '2. Account responsibility',
    '3. Data and analytics',
    '4. Intellectual property',
    '5. Termination',
    '6. Modifications',
  ]);
});

test('AC-90 AC-91 AC-92 AC-93 AC-94 AC-95: Privacy has five sections', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByText('Effective April 18, 2025')).toBeVisible();
  const text = page.getByRole('region', { name: 'Privacy Policy' });
  await expect(text.getByRole('heading', { level: 2 })).toHaveText([
    '1. Information collected',
    '2. Use',
    '3. Security',
    '4. Sharing',
    '5. Rights',
  ]);
  for (const data of ['Account data', 'Usage data', 'Link data']) {
    await expect(text.getByRole('heading', { level: 3, name: data })).toHaveCount(1);
  }
  await expect(text).toContainText('General Data Protection Regulation (GDPR)');
  await expect(text).toContainText('We do not sell your data');
  await expect(text.getByRole('link', { name: 'privacy@example.com' })).toHaveAttribute(
    'href',
    'mailto:privacy@example.com',
  );
});

for (const path of ['/terms', '/privacy']) {
  test(`AC-96: ${path} is in a 600 px scroll area that scrolls by keyboard`, async ({ page }) => {
    await page.goto(path);
    const area = page.getByRole('region', { name: /Terms of Service|Privacy Policy/ });
    await expect.poll(() => area.evaluate((element) => element.clientHeight)).toBe(600);
    expect(await area.evaluate((element) => element.scrollHeight)).toBeGreaterThan(700);
    await area.focus();
    await expect(area).toBeFocused();
    await page.keyboard.press('End');
    await expect.poll(() => area.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  });
}

test('the header links to the dashboard when signed in', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('linnet.user', JSON.stringify({ email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }));
    localStorage.setItem('linnet.token', 'some-token');
  });
  await page.goto('/help');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0);
});

test('the one command can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/features');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('make build && bin/linnet serve');
});

test('leaving for the app and coming back shows the member’s header and theme from the first frame', async ({
  page,
  member,
}) => {
  await page.goto('/help');
  await store(page, { ...member, user: { ...Object(member.user), preferences: { theme: 'dark' } } });
  await page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { frames });
    const look = () => {
      const guest = document.querySelector('.site-guest');
      if (guest) frames.push(`${document.documentElement.dataset.theme} ${getComputedStyle(guest).display}`);
      requestAnimationFrame(look);
    };
    look();
  });
  const seen = () => page.evaluate(() => [...new Set((window as unknown as { frames: string[] }).frames)]);
  await page.goto('/about');
  await expect.poll(seen).toEqual(['dark none']);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Help Center' }).click();
  await expect(page).toHaveURL('/help');
  await expect.poll(seen).toEqual(['dark none']);
});
