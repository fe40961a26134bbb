import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { EVERY_CLICK } from '@/entities/click/click.queries';
import { aClick } from '@/test/fixtures/clicks';
import { aDomain } from '@/test/fixtures/domains';
import { aLink } from '@/test/fixtures/links';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { ClickLog } from './click-log';

it('continues at the cursor of the last page when asked for older clicks', async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/clicks', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      asked.push(cursor);
      const city = cursor ? 'Porto' : 'Lisbon';
      return HttpResponse.json({ items: [aClick({ city })], nextCursor: cursor ? null : 'after-1', total: 2 });
    }),
  );
  await renderScreen(<ClickLog scope={EVERY_CLICK} span={{ start: null, end: null, step: null }} zone="UTC" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show older clicks' }));
  expect(await screen.findByText(/Porto/)).toBeVisible();
  expect(screen.getByText(/Lisbon/)).toBeVisible();
  expect(screen.getByText('The last 2 clicks of the period')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older clicks' })).toBeNull());
  expect(asked).toEqual([null, 'after-1']);
});

it('names the outcome of visits that were not redirected', async () => {
  const items = [
    aClick({ outcome: 'password', url: null }),
    aClick({ outcome: 'fallback', url: 'https://shop.example/over' }),
  ];
  server.use(http.get('*/api/v1/clicks', () => HttpResponse.json({ items, nextCursor: null, total: 2 })));
  await renderScreen(<ClickLog scope={EVERY_CLICK} span={{ start: null, end: null, step: null }} zone="UTC" />);
  expect(await screen.findByText('Password prompt')).toBeVisible();
  expect(screen.getByText('Redirected to the fallback')).toBeVisible();
  expect(screen.queryByText(/aggregate privacy mode/)).toBeNull();
});

it('says that clicks of domains in aggregate privacy mode are not listed', async () => {
  server.use(
    http.get('*/api/v1/clicks', () => HttpResponse.json({ items: [aClick()], nextCursor: null, total: 1 })),
    http.get('*/api/v1/domains', () =>
      HttpResponse.json({ items: [aDomain({ privacy: 'aggregate' })], nextCursor: null, total: 1 }),
    ),
  );
  await renderScreen(<ClickLog scope={EVERY_CLICK} span={{ start: null, end: null, step: null }} zone="UTC" />);
  expect(await screen.findByText('Clicks of domains in aggregate privacy mode are not listed.')).toBeVisible();
});

it('does not mention other domains than that of the link', async () => {
  server.use(
    http.get('*/api/v1/clicks', () => HttpResponse.json({ items: [aClick()], nextCursor: null, total: 1 })),
    http.get('*/api/v1/domains', () =>
      HttpResponse.json({
        items: [aDomain({ host: 'quiet.example', privacy: 'aggregate' })],
        nextCursor: null,
        total: 1,
      }),
    ),
    http.get('*/api/v1/links/:id', ({ params }) =>
      HttpResponse.json(
        aLink({ id: String(params.id), domain: params.id === 'lnk_quiet' ? 'quiet.example' : 'loud.example' }),
      ),
    ),
  );
  const span = { start: null, end: null, step: null };
  const of = (link: string) => ({ ...EVERY_CLICK, filters: { link: { is: [link], not: [] } } });
  await renderScreen(
    <>
      <ClickLog scope={of('lnk_loud')} span={span} zone="UTC" />
      <ClickLog scope={of('lnk_quiet')} span={span} zone="UTC" />
    </>,
  );
  expect(await screen.findAllByText(/aggregate privacy mode/)).toHaveLength(1);
});
