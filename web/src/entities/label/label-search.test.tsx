import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import type { Tag } from './label.queries';
import { tagChoices } from './tag-choices';
import { LabelPicker } from './ui/label-picker';
import { TagField } from './ui/tag-field';
import { useLabelSearch } from './use-label-search';
import { useLabelsById } from './use-labels-by-id';

const PAGE = 200;

/** The query strings of the requests for tags. */
let requests: URLSearchParams[];
/** Resolves the answers to searches that are held back. */
let release: (() => void)[];
let holds: boolean;

const tag = (at: number): Tag => ({
  id: `tag_${at}`,
  name: `tag ${String(at).padStart(4, '0')}`,
  color: null,
  links: at,
  createdAt: '2026-11-01T10:00:00Z',
});

/** Serves as many tags as the server does: by pages, by names, and by ids. */
function serve(total: number) {
  const all = Array.from({ length: total }, (_, at) => tag(at));
  server.use(
    http.get('*/api/v1/tags', async ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(query);
      const search = query.get('search');
      if (search !== null && holds) await new Promise<void>((resolve) => release.push(resolve));
      const ids = query.get('ids')?.split(',');
      const found = all.filter(
        ({ id, name }) => (!ids || ids.includes(id)) && name.includes(search?.toLowerCase() ?? ''),
      );
      const items = found.slice(0, Number(query.get('limit')));
      return HttpResponse.json({ items, nextCursor: items.length < found.length ? 'next' : null, total: found.length });
    }),
  );
}

const searches = () => requests.flatMap((query) => query.get('search') ?? []);

beforeEach(() => {
  signIn();
  requests = [];
  release = [];
  holds = false;
});

function Picker({ onChoose = () => {} }: { onChoose?: (value: string) => void }) {
  return (
    <LabelPicker
      kind="tags"
      title="Tags"
      trigger={<button type="button">Choose</button>}
      options={(found) => tagChoices(found, found.text)}
      onChoose={onChoose}
    />
  );
}

// Finding 200 options by their role takes seconds without a browser.
const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);

it('searches a list of one page without the server', async () => {
  serve(PAGE);
  const { user } = await renderScreen(<Picker />);
  expect(requests).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), '199');
  await waitFor(() => expect(options()).toEqual(['Create tag “199”', 'tag 0199199']));
  await user.clear(screen.getByRole('combobox', { name: 'Tags' }));
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'none');
  expect(await screen.findByText('No matches.')).toBeVisible();
  expect(requests.map(String)).toEqual([`limit=${PAGE}`]);
  await expectAccessible(screen.getByRole('dialog', { name: 'Tags' }));
});

it('searches a longer list on the server, once for what was typed', async () => {
  serve(1_200);
  const { user } = await renderScreen(<Picker />);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  expect(await screen.findByText('The first 200 of 1,200. Search to find the others.')).toBeVisible();
  expect(options()).toHaveLength(PAGE);
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), '1199');
  await waitFor(() => expect(options()).toEqual(['Create tag “1199”', 'tag 11991,199']));
  expect(searches()).toEqual(['1199']);
});

it('keeps the earlier results while the server searches, and says that nothing matches only then', async () => {
  serve(1_200);
  holds = true;
  const { user } = await renderScreen(<Picker />);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'none');
  await waitFor(() => expect(searches()).toEqual(['none']));
  expect(options()).toHaveLength(PAGE);
  expect(screen.queryByText('No matches.')).toBeNull();
  for (const answer of release) answer();
  expect(await screen.findByText('No matches.')).toBeVisible();
  expect(options()).toEqual(['Create tag “none”']);
});

it('waits with Enter until it is known whether the tag exists', async () => {
  serve(1_200);
  holds = true;
  const onChoose = vi.fn();
  const { user } = await renderScreen(<Picker onChoose={onChoose} />);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'tag 1150{Enter}');
  await waitFor(() => expect(searches()).toEqual(['tag 1150']));
  expect(onChoose).not.toHaveBeenCalled();
  for (const answer of release) answer();
  await waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith('tag 1150', undefined));
});

it('says how many tags match when not all of them are listed', async () => {
  serve(1_200);
  const { user } = await renderScreen(<Picker />);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.type(await screen.findByRole('combobox', { name: 'Tags' }), 'tag 0');
  expect(await screen.findByText('The first 200 of 1,000 matches. Type more to narrow them.')).toBeVisible();
  expect(options()[0]).toBe('Tag “tag 0”');
});

function Names({ ids }: { ids: readonly string[] }) {
  const { get } = useLabelsById('tags', ids);
  const nameOf = (id: string) => (get(id) === null ? 'deleted' : (get(id)?.name ?? 'unknown'));
  return <p data-testid="names">{ids.map(nameOf).join(', ')}</p>;
}

it('finds labels of one page by id without another request', async () => {
  serve(PAGE);
  await renderScreen(<Names ids={['tag_7', 'tag_900']} />);
  await waitFor(() => expect(screen.getByTestId('names')).toHaveTextContent('tag 0007, deleted'));
  expect(requests).toHaveLength(1);
});

it('fetches the labels beyond the first page by id, those of several components in one request', async () => {
  serve(1_200);
  await renderScreen(
    <>
      <Names ids={['tag_7', 'tag_900']} />
      <Names ids={['tag_901', 'tag_none']} />
      <Names ids={['tag_900']} />
    </>,
  );
  const names = screen.getAllByTestId('names');
  await waitFor(() => expect(names[2]).toHaveTextContent('tag 0900'));
  expect(names[0]).toHaveTextContent('tag 0007, tag 0900');
  expect(names[1]).toHaveTextContent('tag 0901, deleted');
  expect(requests.map((query) => query.get('ids'))).toEqual([null, 'tag_900,tag_901,tag_none']);
});

it('fetches at most 100 labels with a request', async () => {
  serve(1_200);
  await renderScreen(<Names ids={Array.from({ length: 250 }, (_, at) => `tag_${at + 300}`)} />);
  await waitFor(() => expect(screen.getByTestId('names')).toHaveTextContent(/^tag 0300.*tag 0549$/));
  expect(requests.map((query) => query.get('ids')?.split(',').length ?? 0)).toEqual([0, 100, 100, 50]);
});

function Field() {
  const [tags, setTags] = useState<string[]>([]);
  return <TagField aria-label="Tags" value={tags} onChange={setTags} />;
}

it('suggests the tags of the workspace in a field, and says which name is new', async () => {
  serve(1_200);
  const { user } = await renderScreen(<Field />);
  expect(requests).toEqual([]);
  const field = screen.getByRole('combobox', { name: 'Tags' });
  await user.type(field, 'TAG 1150');
  const list = await screen.findByRole('listbox', { name: 'Suggestions' });
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('option')
        .map((row) => row.textContent),
    ).toEqual(['tag 1150']),
  );
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('button', { name: 'Remove tag tag 1150' })).toBeVisible();
  await user.type(field, 'fresh');
  expect(await screen.findByRole('option', { name: 'Create tag “fresh”' })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove tag fresh' })).toBeVisible();
});

function Raw() {
  const { labels, pending, note } = useLabelSearch('tags', '', true);
  return <p data-testid="raw">{pending ? 'pending' : `${labels.length} ${note}`}</p>;
}

it('reports an error instead of an empty list', async () => {
  server.use(http.get('*/api/v1/tags', () => HttpResponse.json({ message: 'Out of order.' }, { status: 403 })));
  await renderScreen(<Raw />);
  await waitFor(() => expect(screen.getByTestId('raw')).toHaveTextContent('0 Out of order.'));
});
