import { installClock } from '../fixtures/clock';
import { expect, test } from '../fixtures/guards';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('AC-1 AC-26 AC-27 AC-29 AC-32 to AC-35 AC-41 to AC-46 AC-49: the page shows its content', async ({
  page,
  request,
}) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shorten. Track. Convert. Blink-Quick.');

  await test.step('header', async () => {
    const header = page.getByRole('banner');
    for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'X']) {
      await expect(header.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expect(header.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login');
    await expect(header.getByRole('link', { name: 'Sign Up', exact: true })).toHaveAttribute('href', '/signup');
  });

  await test.step('free plan and audiences', async () => {
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

  await test.step('demo form with one URL field, which validates on its own', async () => {
    const form = page.locator('main form');
    await expect(form).toHaveCount(1);
    await expect(form.locator('input')).toHaveCount(1);
    await expect(form.locator('input')).toHaveAttribute('type', 'url');
    await expect(form.locator('input')).not.toHaveAttribute('required');
    await expect(form.getByRole('button')).toHaveAttribute('type', 'submit');
  });

  await test.step('six companies and four features', async () => {
    await expect(page.getByRole('group', { name: 'Sample companies' }).getByRole('listitem')).toHaveCount(6);
    await expect(page.locator('#features article')).toHaveCount(4);
    await expect(page.locator('#features article').getByRole('heading')).toHaveCount(4);
  });

  await test.step('three testimonials, rated 5, 5 and 4, and the plans', async () => {
    const voices = page.locator('#testimonials article');
    await expect(voices).toHaveCount(3);
    for (const [index, rating] of [5, 5, 4].entries()) {
      await expect(voices.nth(index).getByRole('img')).toHaveAccessibleName(`Rated ${rating} out of 5`);
    }
    await expect(page.locator('#pricing article').first()).toBeVisible();
  });

  await test.step('four use cases and a link to all', async () => {
    await expect(page.locator('#use-cases article')).toHaveCount(4);
    await page.getByRole('link', { name: 'See all use cases' }).click();
    await expect(page).toHaveURL('/features#use-cases');
    await expect(page.locator('#use-cases h2')).toBeInViewport();
  });
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
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/#pricing');
  await expect(page.locator('#pricing h2')).toBeInViewport();
});

test('AC-27 AC-30 AC-31: the buttons of hero and header lead to their pages', async ({ page }) => {
  await page.getByRole('main').getByRole('link', { name: 'Explore Features' }).click();
  await expect(page).toHaveURL('/features');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Start for Free' }).click();
  await expect(page).toHaveURL('/signup');
  await page.goBack();
  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test.describe('demo form', () => {
  test('AC-36 AC-37 AC-211: rejects nothing and spaces, with toasts that are visible for 4000 ms', async ({ page }) => {
    const clock = await installClock(page);
    await page.reload();
    const submit = page.getByRole('main').getByRole('button', { name: 'Shorten' });
    const message = page.getByText('Please enter a URL', { exact: true });
    const toasts = page.locator('.ui-toast');
    await submit.click();
    await expect(message).toBeVisible();
    await clock.stop();
    await clock.run(5_000);
    await expect(toasts).toHaveCount(0);

    await page.locator('main input[type=url]').fill('   ');
    await submit.click();
    await expect(message).toBeVisible();
    await clock.run(3_999);
    await expect(toasts).not.toHaveAttribute('data-removed');
    await clock.run(1);
    await expect(toasts).toHaveAttribute('data-removed');
    await clock.run(1_000);
    await expect(message).toHaveCount(0);
  });

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
    await expect(page.locator('.ui-toast')).toHaveCount(3);
    await expect(page.locator('[aria-live=polite] .ui-toast').filter({ hasText: 'shortened' }).first()).toHaveAttribute(
      'data-tone',
      'good',
    );
  });
});

test('AC-47 AC-48: the landing page ends with a call to action', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Make every link count.' })).toBeVisible();
  await page.getByRole('link', { name: 'Get Started \u2013 It\u0027s Free', exact: true }).click();
  await expect(page).toHaveURL('/signup');
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
