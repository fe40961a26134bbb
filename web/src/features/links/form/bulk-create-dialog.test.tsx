import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { storeLastDomain } from '@/entities/domain/last-domain';
import { expectAccessible } from '@/test/axe';
import { aDomain, domainHandlers, theDefaultDomain } from '@/test/fixtures/domains';
import { problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { BulkCreateDialog, parseAddresses } from './bulk-create-dialog';

beforeEach(() => {
  signIn();
  server.use(
    http.get('*/api/v1/folders', () =>
      HttpResponse.json({ items: [{ id: 'fld_1', name: 'Print', level: 'write', access: 'all' }] }),
    ),
    http.get('*/api/v1/utm-conventions', () => HttpResponse.json(null, { status: 404 })),
    http.get('*/api/v1/utm-templates', () => HttpResponse.json({ items: [] })),
    http.get('*/api/v1/tags', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
  );
});

it('parses one URL per line and adds a missing scheme', () => {
  expect(parseAddresses('shop.example/a\r\n\n  https://shop.example/b \n')).toEqual([
    'https://shop.example/a',
    'https://shop.example/b',
  ]);
});

it('shows a result for each line and leaves failed lines in the input', async () => {
  const calls: unknown[] = [];
  server.use(
    http.post('*/api/v1/links/bulk', async ({ request }) => {
      calls.push(await request.json());
      const error = {
        status: 422,
        code: 'invalid',
        message: 'A field is not valid.',
        errors: [{ field: 'url', message: 'This is not a URL.' }],
      };
      return HttpResponse.json({
        results: [
          { index: 0, status: 201, link: aLink({ alias: 'first' }) },
          { index: 1, status: 422, error },
        ],
      });
    }),
  );
  const { user } = await renderScreen(<BulkCreateDialog onClose={() => {}} onSelect={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'Destinations' });
  await user.click(field);
  await user.paste('shop.example/a\nnonsense');
  await user.click(screen.getByRole('button', { name: 'Create links' }));
  const results = await screen.findByRole('region', { name: 'Results' });
  expect(results).toHaveTextContent('1 link created, 1 failed');
  const [first, second] = within(results).getAllByRole('listitem');
  expect(first).toHaveTextContent('/first');
  expect(second).toHaveTextContent('nonsenseThis is not a URL.');
  expect(field).toHaveValue('nonsense');
  expect(calls).toEqual([{ links: [{ url: 'https://shop.example/a' }, { url: 'nonsense' }] }]);
  await expectAccessible(screen.getByRole('dialog'));
});

it('keeps the input when the request fails and rejects more than 1,000 lines', async () => {
  server.use(http.post('*/api/v1/links/bulk', () => problem(402, 'Your plan holds 100 links.')));
  const { user } = await renderScreen(<BulkCreateDialog onClose={() => {}} onSelect={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'Destinations' });
  await user.click(field);
  await user.paste('shop.example/a');
  await user.click(screen.getByRole('button', { name: 'Create links' }));
  expect(await screen.findByText('Your plan holds 100 links.')).toBeVisible();
  expect(field).toHaveValue('shop.example/a');
  fireEvent.change(field, { target: { value: 'shop.example/b\n'.repeat(1_001) } });
  await user.click(screen.getByRole('button', { name: 'Create links' }));
  expect(await screen.findByText('Enter up to 1,000 URLs at a time. Remove 1 line.')).toBeVisible();
});

it('starts on the workspace’s domain of new links', async () => {
  const calls: unknown[] = [];
  server.use(
    ...domainHandlers([theDefaultDomain(), aDomain()]),
    http.get('*/api/v1/workspaces/current', () => HttpResponse.json(aWorkspace({ defaultDomainId: 'dom_1' }))),
    http.post('*/api/v1/links/bulk', async ({ request }) => {
      calls.push(await request.json());
      return HttpResponse.json({ results: [{ index: 0, status: 201, link: aLink() }] });
    }),
  );
  const { user } = await renderScreen(<BulkCreateDialog onClose={() => {}} onSelect={() => {}} />);
  const domain = await screen.findByRole('combobox', { name: 'Domain' });
  await waitFor(() => expect(domain).toHaveTextContent('go.oatstreet.example'));
  await user.click(domain);
  await user.click(await screen.findByRole('option', { name: 'localhost:8080' }));
  await user.click(screen.getByRole('textbox', { name: 'Destinations' }));
  await user.paste('https://shop.example/a');
  await user.click(screen.getByRole('button', { name: 'Create links' }));
  await screen.findByRole('region', { name: 'Results' });
  expect(calls).toEqual([{ links: [{ url: 'https://shop.example/a', domain: 'localhost:8080' }] }]);
});

it('creates links on the last used domain', async () => {
  const calls: unknown[] = [];
  storeLastDomain('go.oatstreet.example');
  server.use(
    ...domainHandlers([theDefaultDomain(), aDomain()]),
    http.post('*/api/v1/links/bulk', async ({ request }) => {
      calls.push(await request.json());
      return HttpResponse.json({ results: [{ index: 0, status: 201, link: aLink() }] });
    }),
  );
  const { user } = await renderScreen(<BulkCreateDialog onClose={() => {}} onSelect={() => {}} />);
  expect(await screen.findByRole('combobox', { name: 'Domain' })).toHaveTextContent('go.oatstreet.example');
  await user.click(screen.getByRole('textbox', { name: 'Destinations' }));
  await user.paste('https://shop.example/a');
  await user.click(screen.getByRole('button', { name: 'Create links' }));
  await screen.findByRole('region', { name: 'Results' });
  expect(calls).toEqual([{ links: [{ url: 'https://shop.example/a', domain: 'go.oatstreet.example' }] }]);
});

it('gives all links the same folder, tags and campaign, and offers them as a selection', async () => {
  const calls: { links: Record<string, unknown>[] }[] = [];
  const created = [aLink({ alias: 'a' }), aLink({ alias: 'b' })];
  server.use(
    http.post('*/api/v1/links/bulk', async ({ request }) => {
      calls.push((await request.json()) as (typeof calls)[number]);
      return HttpResponse.json({ results: created.map((link, index) => ({ index, status: 201, link })) });
    }),
  );
  const onSelect = vi.fn();
  const onClose = vi.fn();
  const { user } = await renderScreen(<BulkCreateDialog onClose={onClose} onSelect={onSelect} />);
  await user.click(screen.getByRole('textbox', { name: 'Destinations' }));
  await user.paste('https://shop.example/a\nhttps://shop.example/b');
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'spring,');
  await user.click(screen.getByRole('combobox', { name: 'Folder' }));
  await user.click(await screen.findByRole('option', { name: 'Print' }));
  await user.click(screen.getByText('UTM'));
  await user.type(await screen.findByRole('textbox', { name: 'Source' }), 'newsletter');
  await user.click(screen.getByRole('button', { name: 'Create links' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 2 in the list' }));
  const utm = { source: 'newsletter', medium: null, campaign: null, term: null, content: null, ref: null };
  const common = { tags: ['spring'], folderId: 'fld_1', utm };
  expect(calls).toEqual([
    {
      links: [
        { url: 'https://shop.example/a', ...common },
        { url: 'https://shop.example/b', ...common },
      ],
    },
  ]);
  expect(onSelect).toHaveBeenCalledWith(created);
  expect(onClose).toHaveBeenCalledOnce();
});
