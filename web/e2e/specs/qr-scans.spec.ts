import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';

test('two scans of a code appear in its figures and its live feed, and not in those of another code', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  const headers = { Authorization: `Bearer ${person.token}` };
  const link = await createLink(request, person, { url: 'https://example.com/menu', alias: `menu-${Date.now()}` });
  const codes: { id: string; content: string }[] = [];
  for (const name of ['Poster', 'Flyer']) {
    const made = await request.post('/api/v1/qr-codes', { headers, data: { linkId: link.id, name } });
    expect(made.status(), await made.text()).toBe(201);
    codes.push(await made.json());
  }
  const [poster, flyer] = codes;
  if (!poster || !flyer) throw new Error('no codes');

  await logIn(page, person);
  await page.goto(`/dashboard/qr-codes/${poster.id}/scans`);
  await expect(page.getByRole('heading', { name: 'Scans of Poster' })).toBeVisible();
  await expect(page.getByText('No scans yet')).toBeVisible();

  await visit(request, poster.content);
  await visit(request, poster.content);
  await visit(request, flyer.content);
  await visit(request, link.shortUrl);

  // The figures appear without a reload.
  await expect(page.getByRole('button', { name: /^Scans/ })).toContainText('2', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: /^(Clicks|QR scans)/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Live scans' }).getByRole('listitem')).toHaveCount(2);
  await expectNoAxeViolations(page);

  await page.goto('/dashboard/qr-codes');
  await page.getByRole('link', { name: '1 scan of Flyer' }).click();
  await expect(page.getByRole('heading', { name: 'Scans of Flyer' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Scans/ })).toContainText('1');
});
