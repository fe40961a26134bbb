import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { aLink } from '@/test/fixtures/links';
import { server } from '@/test/server';
import { changeAllLinks, changeLinks } from './bulk-links';

interface Request {
  links: { id: string; url?: string }[];
  changes?: object;
}

const links = (count: number) => Array.from({ length: count }, (_, at) => aLink({ alias: `link-${at}` }));

/** Responds like the server: at most 1 MiB per body, and as many links as `stored` per request. */
function bulkHandler(stored = 1_000): { requests: Request[]; bytes: number[] } {
  const received = { requests: [] as Request[], bytes: [] as number[] };
  server.use(
    http.patch('*/api/v1/links/bulk', async ({ request }) => {
      const text = await request.text();
      received.bytes.push(new TextEncoder().encode(text).length);
      const body = JSON.parse(text) as Request;
      received.requests.push(body);
      const error = { status: 413, code: 'too_large', message: 'Send the rest in another request.', errors: [] };
      return HttpResponse.json({
        results: body.links.map(({ id }, index) =>
          index < stored ? { index, id, status: 200, version: 7 } : { index, status: 413, error },
        ),
      });
    }),
  );
  return received;
}

describe('changeLinks', () => {
  it('splits requests so that their bodies stay below 1 MiB', async () => {
    const { requests, bytes } = bulkHandler();
    const url = `https://example.com/${'ü'.repeat(15_000)}`;
    const { done, failed } = await changeLinks(links(100), () => ({ url }));
    expect(done).toHaveLength(100);
    expect(failed).toEqual([]);
    expect(requests.length).toBeGreaterThan(2);
    expect(Math.max(...bytes)).toBeLessThan(1 << 20);
  });

  it('sends links again that a request could not store', async () => {
    const { requests } = bulkHandler(40);
    const { done, failed } = await changeLinks(links(100), ({ alias }) => ({ title: alias }));
    expect(done.map(({ link }) => link.alias).sort()).toEqual(
      links(100)
        .map(({ alias }) => alias)
        .sort(),
    );
    expect(failed).toEqual([]);
    expect(requests.map((request) => request.links.length)).toEqual([100, 60, 20]);
  });

  it('reports links as failed when a request stores none of them', async () => {
    const { requests } = bulkHandler(0);
    const { done, failed } = await changeLinks(links(3), () => ({ title: 'x' }));
    expect(done).toEqual([]);
    expect(failed).toHaveLength(3);
    expect(requests).toHaveLength(1);
  });

  it('returns the version of links that the response does not include', async () => {
    bulkHandler();
    const { done } = await changeLinks(links(1), () => ({ title: 'x' }));
    expect(done[0]).toMatchObject({ now: undefined, version: 7 });
  });
});

it('changeAllLinks sends the changes once per request', async () => {
  const { requests } = bulkHandler();
  await changeAllLinks(links(1_200), { password: 'secret' });
  expect(requests.map((request) => request.links.length)).toEqual([1_000, 200]);
  expect(requests[0]).toMatchObject({ changes: { password: 'secret' } });
  expect(requests[0]?.links[0]).toEqual({ id: 'lnk_link-0' });
});
