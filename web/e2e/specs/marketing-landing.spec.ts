import { expect, test } from '../fixtures/guards';
import { waitForHydration } from '../fixtures/public-page';
import { scaled } from '../pace/pace';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
});

test('AC-1 AC-29: the landing page shows its headline', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shorten. Track. Convert. Blink-Quick.');
});

test('AC-25: the header links to the four sections', async ({ page }) => {
  const sections = page.getByRole('banner').getByRole('navigation', { name: 'Sections' });
  const wanted = { Features: 'features', 'Use cases': 'use-cases', Pricing: 'pricing', Testimonials: 'testimonials' };
  for (const [label, id] of Object.entries(wanted)) {
    await sections.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(`/#${id}`);
    await expect(page.locator(`#${id} h2`).first()).toBeInViewport();
  }
});

test('AC-25: the anchors work from another page', async ({ page }) => {
  await page.goto('/about');
  await waitForHydration(page);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/#pricing');
  await expect(page.locator('#pricing h2')).toBeInViewport();
});

test('AC-26 AC-27: the header has social links, Login and Sign Up', async ({ page }) => {
  const header = page.getByRole('banner');
  for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'X']) {
    await expect(header.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(header.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('link', { name: 'Sign Up', exact: true })).toHaveAttribute('href', '/signup');
  await header.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test('AC-30 AC-31: the hero has two buttons', async ({ page }) => {
  await page.getByRole('main').getByRole('link', { name: 'Explore Features' }).click();
  await expect(page).toHaveURL('/features');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Start for Free' }).click();
  await expect(page).toHaveURL('/signup');
});

test('AC-32 AC-33 AC-34: the hero shows the free plan and the audiences', async ({ page, request }) => {
  const { monthly } = (await (await request.get('/api/v1/packages')).json()) as {
    monthly: { name: string; features: string[] }[];
  };
  const free = monthly.find(({ name }) => name === 'FREE');
  const links = free?.features.find((feature) => /^[\d,]+ links$/.test(feature));
  expect(links).toBe('100 links');
  const main = page.getByRole('main');
  await expect(main.getByText(`Free users can create up to ${links}. No credit card needed.`)).toBeVisible();
  await expect(main.getByText(/marketers, creators, retailers and startups/)).toBeVisible();
});

test.describe('demo form', () => {
  test('AC-35: has one URL input and one submit button and validates on its own', async ({ page }) => {
    const form = page.locator('main form');
    await expect(form).toHaveCount(1);
    await expect(form.locator('input')).toHaveCount(1);
    await expect(form.locator('input')).toHaveAttribute('type', 'url');
    await expect(form.locator('input')).not.toHaveAttribute('required');
    await expect(form.getByRole('button')).toHaveAttribute('type', 'submit');
  });

  for (const [name, typed] of [
    ['AC-36: nothing', ''],
    ['AC-37: only spaces', '   '],
  ] as const) {
    test(`${name} is rejected`, async ({ page }) => {
      const field = page.locator('main input[type=url]');
      await field.fill(typed);
      await page.getByRole('main').getByRole('button', { name: 'Shorten' }).click();
      await expect(page.getByText('Please enter a URL', { exact: true })).toBeVisible();
    });
  }

  test('AC-38 AC-39 AC-40: shows success, clears the input and sends no request', async ({ page }) => {
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const field = page.locator('main input[type=url]');
    await field.fill('https://example.com/a/very/long/path?with=a&query=too');
    await page.getByRole('main').getByRole('button', { name: 'Shorten' }).click();
    await expect(page.getByText('URL shortened successfully! This is a demo.', { exact: true })).toBeVisible();
    await expect(field).toHaveValue('');
    expect(requests).toEqual([]);
  });

  test('AC-211: its toast is visible for four seconds', async ({ page }) => {
    await page.getByRole('main').getByRole('button', { name: 'Shorten' }).click();
    const message = page.getByText('Please enter a URL', { exact: true });
    await expect(message).toBeVisible();
    const shown = Date.now();
    await expect(message).toHaveCount(0, { timeout: scaled(6_000) });
    // It may have been visible shortly before the check, and its exit animation takes a moment.
    expect(Date.now() - shown).toBeGreaterThan(3_500);
  });

  test('AC-212 AC-214: its toasts are announced, styled by tone and limited to three', async ({ page }) => {
    const submit = page.getByRole('main').getByRole('button', { name: 'Shorten' });
    await submit.click();
    await expect(
      page.locator('[aria-live=polite] .ui-toast').filter({ hasText: 'Please enter a URL' }),
    ).toHaveAttribute('data-tone', 'bad');
    for (let i = 0; i < 4; i += 1) {
      await page.locator('main input[type=url]').fill('https://example.com');
      await submit.click();
    }
    await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3);
    await expect(page.locator('[aria-live=polite] .ui-toast').filter({ hasText: 'shortened' }).first()).toHaveAttribute(
      'data-tone',
      'good',
    );
  });
});

test('AC-41: the landing page shows four features', async ({ page }) => {
  await expect(page.locator('#features article')).toHaveCount(4);
  await expect(page.locator('#features article').getByRole('heading')).toHaveCount(4);
});

test('AC-42 AC-43: the landing page shows four use cases and a link to all', async ({ page }) => {
  await expect(page.locator('#use-cases article')).toHaveCount(4);
  await page.getByRole('link', { name: 'See all use cases' }).click();
  await expect(page).toHaveURL('/features#use-cases');
  await expect(page.locator('#use-cases h2')).toBeInViewport();
});

test('AC-44 AC-45: the landing page shows three testimonials, rated 5, 5 and 4', async ({ page }) => {
  const voices = page.locator('#testimonials article');
  await expect(voices).toHaveCount(3);
  for (const [index, rating] of [5, 5, 4].entries()) {
    await expect(voices.nth(index).getByRole('img')).toHaveAccessibleName(`Rated ${rating} out of 5`);
  }
});

test('AC-46: the landing page contains the pricing section', async ({ page }) => {
  await expect(page.locator('#pricing article').first()).toBeVisible();
});

test('AC-47 AC-48: the landing page ends with a call to action', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Make every link count.' })).toBeVisible();
  await page.getByRole('link', { name: 'Get Started \u2013 It\u0027s Free', exact: true }).click();
  await expect(page).toHaveURL('/signup');
});

test('AC-49: the company strip shows six companies', async ({ page }) => {
  await expect(page.getByRole('group', { name: 'Sample companies' }).getByRole('listitem')).toHaveCount(6);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('AC-49: the company strip moves and pauses on focus', async ({ page }) => {
    const state = () =>
      page.evaluate(() => {
        const run = document.querySelector('.names-run');
        return run ? getComputedStyle(run).animationPlayState : '';
      });
    expect(await state()).toBe('running');
    await page.getByRole('group', { name: 'Sample companies' }).focus();
    await expect.poll(state).toBe('paused');
  });
});

test('nothing is animated with reduced motion', async ({ page }) => {
  const running = () => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length);
  await expect.poll(running).toBe(0);
});
