import { expect, test } from '../fixtures/member';
import { addMember, bearer, signUpOwner } from '../fixtures/teams';
import { logIn } from '../fixtures/user';

test('an owner restricts a folder, and a member without access does not see it until they can read it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { owner, workspaceId } = await signUpOwner(request);
  const member = await addMember(request, owner, workspaceId, 'editor');
  const as = (user: typeof owner) => ({ ...bearer(user), 'Linnet-Workspace': workspaceId });
  const context = await browser.newContext({ baseURL });
  const guest = await context.newPage();
  await logIn(guest, member);
  const base = `/dashboard/w/${workspaceId}`;

  const made = await request.post('/api/v1/folders', { headers: as(owner), data: { name: 'Launch plan' } });
  const folder = (await made.json()) as { id: string };
  const created = await request.post('/api/v1/links', {
    headers: as(owner),
    data: { url: 'https://example.com/launch', title: 'Unannounced launch', folderId: folder.id },
  });
  const link = (await created.json()) as { id: string };
  const drawn = await request.post('/api/v1/qr-codes', {
    headers: as(owner),
    data: { linkId: link.id, name: 'Launch poster' },
  });
  const code = (await drawn.json()) as { id: string };

  await logIn(page, owner);
  const restrict = async (level: string) => {
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Access to Launch plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Only chosen members' }).click();
    const choice = dialog.getByRole('combobox', { name: /^Access of/ });
    await choice.click();
    await page.getByRole('option', { name: level }).click();
    await expect(choice).toHaveText(level);
    await dialog.getByRole('button', { name: 'Save access' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await restrict('No access');
  await expect(page.getByRole('img', { name: 'Restricted to chosen members' })).toBeVisible();
  expect((await request.get(`/api/v1/links/${link.id}`, { headers: as(member) })).status()).toBe(404);

  await guest.goto(`${base}/links`);
  await expect(guest.getByText('Unannounced launch')).toHaveCount(0);

  await restrict('Can read');
  await guest.goto(`${base}/links/${link.id}`);
  const edit = guest.getByRole('button', { name: 'Edit', exact: true });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(edit).toHaveAccessibleDescription(/only read this folder/);
  const change = await request.patch(`/api/v1/links/${link.id}`, { headers: as(member), data: { title: 'x' } });
  expect(change.status()).toBe(403);

  await guest.goto(`${base}/qr-codes`);
  for (const name of ['Edit Launch poster', 'Delete Launch poster']) {
    const button = guest.getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(/only read this folder/);
  }
  await guest.getByRole('checkbox', { name: 'Select Launch poster' }).check();
  await expect(guest.getByText('1 selected, 1 read only')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Apply preset' })).toHaveAttribute('aria-disabled', 'true');
  await guest.goto(`${base}/qr-codes/${code.id}`);
  await expect(guest.getByRole('note')).toContainText('You can only read this folder');
  await expect(guest.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
  await expect(guest.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'Download PNG' })).toBeEnabled();

  await restrict('Can edit');
  await guest.reload();
  await expect(guest.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await guest.getByRole('textbox', { name: 'Name', exact: true }).fill('Launch flyer');
  await guest.getByRole('button', { name: 'Save changes' }).click();
  await expect(guest.getByText('QR code saved')).toBeVisible();
  await context.close();
});
