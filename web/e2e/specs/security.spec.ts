import { fields } from '../fixtures/auth-forms';
import { expect, logIn, signUp, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

const ATTACKS = [
  '<script>window.hit=1</script>',
  '"><img src=x onerror="window.hit=1">',
  '\'-window.hit=1-\'{{constructor.constructor("window.hit=1")()}}',
];

test.describe('script injection through text', () => {
  test('is shown as text on every screen and public page', async ({ page, request }) => {
    const person = await signUp(request);
    const headers = { Authorization: `Bearer ${person.token}` };
    await logIn(page, person);
    page.on('dialog', (dialog) => expect(dialog.message(), 'a dialog opened').toBe('none'));
    const [script = '', image = '', template = ''] = ATTACKS;
    const created = await request.post('/api/v1/links', {
      headers,
      data: {
        url: `https://example.com/?q=${encodeURIComponent(image)}&raw='-window.hit=1-'`,
        title: script,
        comments: image,
        tags: [template.slice(0, 40), 'x" onmouseover="window.hit=1'],
        preview: { title: image, description: script, image: null },
      },
    });
    expect(created.status(), await created.text()).toBe(201);
    const { id, alias, shortUrl } = (await created.json()) as { id: string; alias: string; shortUrl: string };
    const workspace = await request.get('/api/v1/workspaces', { headers });
    const { items } = (await workspace.json()) as { items: { id: string }[] };
    const named = await request.patch(`/api/v1/workspaces/${items[0]?.id}`, { headers, data: { name: script } });
    expect(named.status(), await named.text()).toBe(200);

    const paths = [
      '/dashboard',
      '/dashboard/links',
      `/dashboard/links/${id}`,
      `/dashboard/links?q=${encodeURIComponent(script)}`,
    ];
    for (const path of [...paths, `/dashboard/links/${id}?edit=true`, '/dashboard/settings', '/dashboard/analytics']) {
      await page.goto(path);
      const shown = path.endsWith('edit=true') ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 });
      await expect(shown).toBeVisible();
      if (path === '/dashboard/links') await expect(page.getByText(script).first()).toBeVisible();
      expect(await page.evaluate(() => 'hit' in window), path).toBe(false);
    }
    await page.goto(`/${alias}+`);
    await expect(page.getByText(script).first()).toBeVisible();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);

    const card = await request.get(shortUrl, {
      headers: { 'User-Agent': 'Twitterbot/1.0' },
      maxRedirects: 0,
    });
    expect(await card.text()).not.toMatch(/<script>window|<img src=x/);
  });
});

test.describe('script destinations', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  const REFUSED = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
  ];

  test('are rejected by the server', async ({ request, member }) => {
    const headers = { Authorization: `Bearer ${member.token}` };
    for (const url of REFUSED) {
      const response = await request.post('/api/v1/links', { headers, data: { url } });
      expect(response.status(), url).toBe(422);
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      expect(errors.map(({ field }) => field)).toContain('url');
    }
  });

  test('are rejected by the forms, which keep the input', async ({ page, member }) => {
    await logIn(page, member);
    await page.goto('/dashboard');
    const field = page.getByLabel('Long URL');
    for (const url of ['javascript:alert(1)', 'data:text/html,hi']) {
      await field.fill(url);
      const response = page.waitForResponse('**/api/v1/links');
      await page.getByRole('button', { name: 'Shorten' }).click();
      expect((await response).status()).toBe(422);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue(url);
    }
  });
});

// Forms of open redirects that browsers follow. return-path.test.ts covers the complete list.
const OTHER_ORIGINS = [
  '//evil.example/',
  '/\\evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
];

test('AC-17 the requested path never leads to another origin', async ({ page, member, baseURL }) => {
  for (const from of OTHER_ORIGINS) {
    await page.goto('/login');
    // On start, the router writes its own state into the history entry.
    await waitForHydration(page);
    await page.evaluate((wanted) => history.replaceState({ ...history.state, from: wanted }, ''), from);
    await page.reload();
    await waitForHydration(page);
    expect(await page.evaluate(() => history.state.from), 'the place is remembered').toEqual(from);
    await fields(page).email.fill(member.email);
    await fields(page).password.fill(member.password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page, JSON.stringify(from)).toHaveURL(`${baseURL}/dashboard`);
    await page.evaluate(() => localStorage.clear());
  }
});

test('AC-17 the login URL can’t redirect to another origin', async ({ page, member, baseURL }) => {
  const evil = encodeURIComponent('//evil.example');
  await page.goto(`/login?from=${evil}&redirect=${evil}&next=${evil}&returnTo=${evil}#//evil.example`);
  await waitForHydration(page);
  await fields(page).email.fill(member.email);
  await fields(page).password.fill(member.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
});

test('every page has a Content-Security-Policy with frame-ancestors', async ({ request }) => {
  for (const path of ['/', '/login', '/dashboard', '/dashboard/links/x', '/no/such/page']) {
    const headers = (await request.get(path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, path).toMatch(/frame-ancestors 'none'/);
    expect(policy.match(/script-src [^;]*/)?.[0], path).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBeTruthy();
  }
});
