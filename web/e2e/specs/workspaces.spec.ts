import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, stored, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';
import { addMember, bearer, signUpOwner } from '../fixtures/teams';
import type { TestUser } from '../fixtures/user';

/** Logs in by the form, so that the browser's storage is the application's own. */
async function logIn(page: Page, { email, password }: TestUser): Promise<void> {
  await page.goto('/login');
  await enterCredentials(page, { email, password });
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function enterCredentials(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** A link of the user in a workspace; without one, in their first. */
async function aLink(request: APIRequestContext, user: TestUser, title: string, workspaceId?: string): Promise<string> {
  const created = await request.post('/api/v1/links', {
    headers: { ...bearer(user), ...(workspaceId && { 'Linnet-Workspace': workspaceId }) },
    data: { url: 'https://example.com/', title },
  });
  expect(created.status(), await created.text()).toBe(201);
  return ((await created.json()) as { id: string }).id;
}

/** An editor of the workspace of a colleague, with a link there and one in their own. */
async function twoWorkspaces(request: APIRequestContext) {
  const { owner, workspaceId } = await signUpOwner(request);
  await request.patch('/api/v1/workspaces/current', { headers: bearer(owner), data: { name: 'Harbour Co' } });
  const member = await addMember(request, owner, workspaceId, 'editor');
  const shared = await aLink(request, owner, 'Harbour link');
  const own = await aLink(request, member, 'My own link');
  return { member, workspaceId, shared, own };
}

// Links and workspaces that do not open are asked for, and so are those of a session that ended.
test.use({ allowedConsole: [/status of (401|404|410)/] });

test('two tabs work in two workspaces, and each stays in its own', async ({ page, request }) => {
  const { member, workspaceId } = await twoWorkspaces(request);
  await logIn(page, member);
  await page.goto('/dashboard/links');
  await expect(page.getByRole('link', { name: 'My own link' })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(`/dashboard/w/${workspaceId}/links`);
  await expect(other.getByRole('link', { name: 'Harbour link' })).toBeVisible();
  await expect(other.getByText('My own link')).toHaveCount(0);

  // A form of the first tab is not lost, and its link is created in the first workspace.
  await page.getByRole('link', { name: 'New link' }).first().click();
  await page.getByRole('textbox', { name: /Destination/ }).fill('https://example.com/typed');
  await other.getByRole('link', { name: 'Analytics' }).first().click();
  await expect(other).toHaveURL(new RegExp(`/dashboard/w/${workspaceId}/analytics`));
  await other.reload();
  await expect(other.getByRole('button', { name: 'Harbour Co, switch workspace' })).toBeVisible();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect
    .poll(async () => {
      const listed = await request.get('/api/v1/links', { headers: bearer(member) });
      return ((await listed.json()) as { items: { url: string }[] }).items.map(({ url }) => url);
    })
    .toContain('https://example.com/typed');
  await expect(page).not.toHaveURL(/\/w\//);
});

test('a link that a colleague sends opens in its workspace', async ({ page, request }) => {
  const { member, workspaceId, shared } = await twoWorkspaces(request);
  await logIn(page, member);
  await page.goto(`/dashboard/links/${shared}?tab=history`);
  await expect(page.getByText('This link is in another workspace of yours, Harbour Co.')).toBeVisible();
  await page.getByRole('link', { name: 'Open in Harbour Co' }).click();
  await expect(page).toHaveURL(`/dashboard/w/${workspaceId}/links/${shared}?tab=history`);
  await expect(page.getByRole('main').getByText('Harbour link').first()).toBeVisible();
});

test('a workspace of others is not shown, and the address of a link in it says nothing about it', async ({
  page,
  request,
}) => {
  const { workspaceId, shared } = await twoWorkspaces(request);
  const { owner: stranger } = await signUpOwner(request);
  await logIn(page, stranger);
  await page.goto(`/dashboard/links/${shared}`);
  await expect(page.getByRole('heading', { name: 'Link not found' })).toBeVisible();
  await expect(page.getByText('it is in a workspace that you are not a member of')).toBeVisible();
  await page.goto(`/dashboard/w/${workspaceId}/links`);
  await expect(page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Switch to/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Workspace not found' })).toHaveCount(0);
});

test('switching, Back, a reload and the plain address lead where they should', async ({ page, request }) => {
  const { member, workspaceId, own } = await twoWorkspaces(request);
  await logIn(page, member);
  await page.goto(`/dashboard/links/${own}`);
  await expect(page.getByRole('main').getByText('My own link').first()).toBeVisible();
  await page.getByRole('button', { name: /switch workspace$/ }).click();
  await page.getByRole('link', { name: 'Switch to Harbour Co' }).click();
  await expect(page).toHaveURL(`/dashboard/w/${workspaceId}`);
  await expect(page.getByRole('button', { name: 'Harbour Co, switch workspace' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('main').getByText('My own link').first()).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'Harbour Co, switch workspace' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(`/dashboard/w/${workspaceId}`);
  await expect(page.getByRole('button', { name: 'Harbour Co, switch workspace' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page).toHaveURL(`/dashboard/w/${workspaceId}`);
});

test('an expired session comes back to the workspace', async ({ page, request }) => {
  const { member, workspaceId } = await twoWorkspaces(request);
  await logIn(page, member);
  await page.goto(`/dashboard/w/${workspaceId}/links`);
  await expect(page.getByRole('link', { name: 'Harbour link' })).toBeVisible();
  const { 'linnet.token': token } = await stored(page);
  await request.post('/api/v1/auth/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('link', { name: 'Analytics' }).first().click();
  await expect(page.getByText('Your session ended. Log in again.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your session ended. Log in again.')).toBeVisible();
  await enterCredentials(page, member);
  await expect(page).toHaveURL(`/dashboard/w/${workspaceId}/analytics`);
  await expect(page.getByRole('button', { name: 'Harbour Co, switch workspace' })).toBeVisible();
});

test('a deleted workspace says so and can be restored on the spot', async ({ page, request }) => {
  const { owner } = await signUpOwner(request);
  const created = await request.post('/api/v1/workspaces', { headers: bearer(owner), data: { name: 'Harbour Co' } });
  const { id } = (await created.json()) as { id: string };
  await logIn(page, owner);
  await page.goto(`/dashboard/w/${id}/settings/members`);
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Harbour Co');
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Workspace deleted' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('main').getByRole('button', { name: 'Restore Harbour Co' }).click();
  await expect(page).toHaveURL(`/dashboard/w/${id}`);
  await expect(page.getByRole('heading', { name: 'Welcome to Your Linnet Dashboard' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Workspace deleted' })).toHaveCount(0);
});
