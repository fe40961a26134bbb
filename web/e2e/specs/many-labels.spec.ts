import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { formSection, linkRows, selectionBar, toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';

const TAGS = 1_200;
/** Fewer than a link may have, so that another can be added. */
const PER_LINK = 40;
/** A name that sorts behind the first page of tags. */
const LAST = 'tag-1199';

/** Creates 1,200 tags with 30 links, the last one of which is the only one with the tag LAST. */
async function createTags(request: APIRequestContext, { token }: TestUser): Promise<void> {
  const links = Array.from({ length: TAGS / PER_LINK }, (_, at) => ({
    url: `https://example.com/${at}`,
    tags: Array.from({ length: PER_LINK }, (_, tag) => `tag-${String(at * PER_LINK + tag).padStart(4, '0')}`),
  }));
  const created = await request.post('/api/v1/links/bulk', {
    data: { links },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(created.ok(), await created.text()).toBe(true);
}

/** The query strings of the requests for tags that the page sends. */
function tagRequests(page: Page): URLSearchParams[] {
  const sent: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/tags') sent.push(url.searchParams);
  });
  return sent;
}

for (const { width, height } of [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]) {
  test.describe(`a workspace with 1,200 tags at ${width}`, () => {
    test.use({ viewport: { width, height } });

    test.beforeEach(async ({ page, request }) => {
      const person = await signUp(request);
      await createTags(request, person);
      await logIn(page, person);
    });

    test('offers each of them in the link form', async ({ page }) => {
      const requests = tagRequests(page);
      await page.goto('/dashboard/links?new=link');
      await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/new');
      await formSection(page, 'Title and tags').click();
      await page.getByRole('combobox', { name: 'Tags' }).fill('TAG-1199');
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
      await expect(options).toHaveText([LAST]);
      await options.first().click();
      await expect(page.getByRole('button', { name: `Remove tag ${LAST}` })).toBeVisible();
      await page.getByRole('button', { name: /^Create link/ }).click();
      await expect(page.getByRole('dialog', { name: 'Link created' })).toBeVisible();
      await page.goto('/dashboard/links');
      await expect(linkRows(page).first().getByRole('button', { name: LAST })).toBeVisible();
      expect(requests.flatMap((query) => query.get('search') ?? [])).toEqual(['TAG-1199']);
    });

    test('filters the list by one and adds it to links', async ({ page }) => {
      await page.goto('/dashboard/links');
      await page.getByRole('button', { name: 'Tags' }).click();
      await expect(page.getByText('The first 200 of 1,200. Search to find the others.')).toBeVisible();
      await page.getByRole('combobox', { name: 'Tags' }).fill(LAST);
      await expect(page.getByRole('option')).toHaveText([/tag-1199\s*1/]);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await expect(page.getByText('1 link found')).toBeVisible();
      const filtered = page.url();
      await page.reload();
      await expect(page.getByRole('button', { name: `Remove filter: tag is ${LAST}` })).toBeVisible();
      await page.getByRole('button', { name: 'Tags' }).click();
      await expect(page.getByRole('option', { name: LAST })).toHaveAttribute('aria-checked', 'true');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Clear filters' }).click();

      await linkRows(page).nth(1).getByRole('checkbox').check();
      await selectionBar(page).getByRole('button', { name: 'Tag', exact: true }).click();
      // Enter waits for the answer, and then chooses the tag with this name.
      await page.getByRole('combobox', { name: 'Tag' }).fill(LAST);
      await page.keyboard.press('Enter');
      await expect(toast(page, new RegExp(`/\\S+ tagged “${LAST}”`))).toBeVisible();
      await page.goto(filtered);
      await expect(page.getByText('2 links found')).toBeVisible();
    });

    test('finds one in the settings, page by page and by its name', async ({ page }) => {
      await page.goto('/dashboard/settings');
      const list = page.getByRole('list', { name: 'All tags' });
      await expect(list.getByRole('listitem')).toHaveCount(200);
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click();
      await expect(list).toContainText('tag-0200');
      await page.getByRole('searchbox', { name: 'Search tags' }).fill(LAST);
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list).toContainText(`${LAST}1 link`);
      await page.getByRole('searchbox', { name: 'Search tags' }).fill('no such tag');
      await expect(page.getByText('No tag matches “no such tag”.')).toBeVisible();
    });

    test('finds one in the command palette', async ({ page }) => {
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command palette' }).fill(LAST);
      await page.getByRole('option', { name: `${LAST} Links with this tag` }).click();
      await expect(page).toHaveURL(/tag=/);
      await expect(page.getByText('1 link found')).toBeVisible();
    });
  });
}
