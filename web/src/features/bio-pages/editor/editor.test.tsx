import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { expectAccessible } from '@/test/axe';
import { aBioPage, aHeading, bioPageServer } from '@/test/fixtures/bio-pages';
import { problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aMedia } from '@/test/fixtures/media';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { EditorScreen } from './editor-screen';
import type { EditorTab } from './editor-tabs';

const API = '*/api/v1';

async function open(own: Parameters<typeof aBioPage>[0] = {}, tab: EditorTab = 'blocks') {
  const bio = bioPageServer(aBioPage(own));
  server.use(...bio.handlers);
  const view = await renderScreen(<EditorScreen pageId="bio_1" tab={tab} onTab={() => {}} />);
  await screen.findByRole('button', { name: 'Publish' });
  return { ...view, bio };
}

const saved = () => waitFor(() => expect(screen.getByText(/^Saved/)).toBeVisible(), { timeout: 3_000 });
const titles = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Title of/ }).map(({ value }) => value);

/** Adds a text at the end of a field as one change, so that it is saved once, however long typing would take. */
async function append(user: Awaited<ReturnType<typeof open>>['user'], field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

/** Stops the clock that tells a pause from typing. Timers run. Returns a function that advances it. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (ms: number) => vi.setSystemTime(Date.now() + ms);
}

let clickRows: object[] = [];

beforeEach(() => {
  signIn();
  clickRows = [];
  sessionStorage.clear();
  server.use(
    http.get(`${API}/workspaces/:id`, () => HttpResponse.json({ id: 'wsp_1', name: 'Oat', timeZone: 'UTC' })),
    http.get(`${API}/links/lnk_1`, () => HttpResponse.json(aLink({ id: 'lnk_1' }))),
    http.get(`${API}/qr`, () => HttpResponse.text('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    http.get(`${API}/analytics/report`, () => HttpResponse.json({ block: { rows: clickRows } })),
  );
});

describe('bio page editor', () => {
  it('edits the title of a block in its row and saves the draft', async () => {
    const { user, bio } = await open();
    const title = screen.getByRole('textbox', { name: 'Title of heading block' });
    await user.clear(title);
    await append(user, title, 'Drinks');
    await waitFor(() => expect(bio.state.patches).toHaveLength(1), { timeout: 3_000 });
    await saved();
    expect(bio.state.page.blocks[0]).toMatchObject({ id: 'blk_1', text: 'Drinks' });
    await expectAccessible(screen.getByRole('region', { name: 'Page' }));
  });

  it('undoes typing as one step and redoes it, also in an open form', async () => {
    stopClock();
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit Heading “Menu”' }));
    const field = screen.getByRole('textbox', { name: 'Heading' });
    await user.type(field, ' today');
    expect(titles()).toEqual(['Menu today', 'Order online']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(titles()).toEqual(['Menu', 'Order online']);
    await waitFor(() => expect(field).toHaveValue('Menu'));
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(field).toHaveValue('Menu today'));
  });

  it('undoes typing before and after a pause as two steps', async () => {
    const advance = stopClock();
    const { user } = await open();
    const title = screen.getByRole('textbox', { name: 'Title of heading block' });
    await user.type(title, ' today');
    advance(1_000);
    await user.type(title, ' only');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(title).toHaveValue('Menu today');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(title).toHaveValue('Menu');
  });

  it('adds a block from the palette and saves it at once, marked as incomplete until it is complete', async () => {
    const { user, bio } = await open();
    await user.click(screen.getByRole('button', { name: 'Add block' }));
    const palette = within(await screen.findByRole('dialog', { name: 'Add a block' }));
    await user.type(palette.getByRole('searchbox', { name: 'Search blocks' }), 'directions{Enter}');
    expect(await screen.findByText('Incomplete', {}, { timeout: 3_000 })).toBeVisible();
    expect(bio.state.page.blocks[2]).toMatchObject({ type: 'map', query: '', visible: true });
    await append(user, screen.getByRole('textbox', { name: 'Place' }), 'Leeds');
    await waitFor(() => expect(bio.state.page.blocks[2]).toMatchObject({ query: 'Leeds' }), { timeout: 3_000 });
    await waitFor(() => expect(screen.queryByText('Incomplete')).toBeNull());
  });

  it('returns the focus to the button when the palette is closed, and moves it to the title of an added block', async () => {
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Add block' });
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Add a block' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    await user.click(button);
    await user.type(await screen.findByRole('searchbox', { name: 'Search blocks' }), 'heading{Enter}');
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Title of heading block' })[1]).toHaveFocus());
  });

  it('saves an emptied block with the other changes', async () => {
    const { user, bio } = await open();
    await user.clear(screen.getByRole('textbox', { name: 'Title of heading block' }));
    await user.click(screen.getByRole('switch', { name: 'Show Link “Order online”' }));
    await waitFor(() => expect(bio.state.patches).not.toHaveLength(0), { timeout: 3_000 });
    await saved();
    expect(bio.state.page.blocks).toMatchObject([{ text: '' }, { visible: false }]);
  });

  it('sends nothing for a block that is switched off and on again, and is saved', async () => {
    const { user, bio } = await open();
    const toggle = screen.getByRole('switch', { name: 'Show Link “Order online”' });
    await user.click(toggle);
    expect(screen.getByText('Saving…')).toBeVisible();
    await user.click(toggle);
    expect(screen.getByText(/^Saved/)).toBeVisible();
    await append(user, screen.getByRole('textbox', { name: 'Title of heading block' }), '!');
    await waitFor(() => expect(bio.state.patches).toHaveLength(1), { timeout: 3_000 });
    expect(bio.state.page.blocks).toMatchObject([{ text: 'Menu!' }, { visible: true }]);
  });

  it('sends a change back that was reverted while it was sent', async () => {
    const { user, bio } = await open();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.patch(
        `${API}/bio-pages/bio_1`,
        async ({ request }) => {
          const response = bio.update((await request.json()) as object);
          await held;
          return response;
        },
        { once: true },
      ),
    );
    const toggle = screen.getByRole('switch', { name: 'Show Link “Order online”' });
    await user.click(toggle);
    await waitFor(() => expect(bio.state.page.blocks[1]).toMatchObject({ visible: false }), { timeout: 3_000 });
    await user.click(toggle);
    answer();
    await waitFor(() => expect(bio.state.page.blocks[1]).toMatchObject({ visible: true }), { timeout: 3_000 });
    await saved();
    expect(toggle).toBeChecked();
  });

  it('shows the clicks of each block in its row', async () => {
    clickRows = [{ key: 'blk_2', label: 'Order online', clicks: 1_204, uniques: 900 }];
    await open();
    expect(await screen.findByText('1,204 clicks')).toBeVisible();
    expect(screen.getAllByText(/clicks?$/)).toHaveLength(1);
  });

  it('shows the image of a block in its row, and the icon of its type without one', async () => {
    server.use(http.get(`${API}/media/med_1`, () => HttpResponse.json(aMedia({ focalPoint: { x: 0.2, y: 0.5 } }))));
    const image: Block = { ...aHeading('blk_3', ''), type: 'image', mediaId: 'med_1' } as never;
    await open({ blocks: [...aBioPage().blocks, image] });
    const rows = within(screen.getByRole('list', { name: 'Blocks' })).getAllByRole('listitem');
    await waitFor(() => expect(rows[2]?.querySelector('img')).toHaveAttribute('src', aMedia().previewUrl));
    expect(rows[2]?.querySelector('img')).toHaveStyle({ objectPosition: '20% 50%' });
    expect(rows[0]?.querySelector('img')).toBeNull();
    expect(rows[0]?.querySelector('.bio-type-icon')).not.toBeNull();
  });

  it('adds a link for a dropped URL, and an image block for a dropped image after its upload', async () => {
    server.use(
      http.post(`${API}/links`, async ({ request }) => {
        expect(await request.json()).toEqual({ url: 'https://oatstreet.example/menu' });
        return HttpResponse.json(aLink({ id: 'lnk_1', title: 'The menu' }), { status: 201 });
      }),
      http.get(`${API}/media`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
      http.get(`${API}/media/med_1`, () => HttpResponse.json(aMedia())),
      http.post(`${API}/media`, () => HttpResponse.json(aMedia(), { status: 201 })),
    );
    const { user, bio } = await open();
    const list = screen.getByRole('list', { name: 'Blocks' });
    const drop = (files: File[], uris: string) =>
      fireEvent.drop(list, { dataTransfer: { files, types: [], getData: () => uris } });
    drop([], '# a comment\r\nhttps://oatstreet.example/menu');
    await waitFor(() => expect(titles()).toEqual(['Menu', 'Order online', 'The menu']));

    drop([new File(['x'], 'oats.png', { type: 'image/png' })], '');
    const dialog = within(await screen.findByRole('dialog', { name: 'Media library' }));
    // A drop into the dialog is not one onto the list behind it.
    fireEvent.drop(dialog.getByRole('textbox', { name: 'Alternative text' }), {
      dataTransfer: { files: [], types: [], getData: () => 'https://oatstreet.example/other' },
    });
    await user.type(dialog.getByRole('textbox', { name: 'Alternative text' }), 'A bowl of oats');
    await user.click(dialog.getByRole('button', { name: 'Upload image' }));
    await waitFor(() => expect(bio.state.page.blocks).toHaveLength(4), { timeout: 3_000 });
    expect(bio.state.page.blocks.slice(2)).toMatchObject([
      { type: 'link', linkId: 'lnk_1', title: 'The menu' },
      { type: 'image', mediaId: 'med_1' },
    ]);
  });

  it('ignores a drop that is neither a URL nor an image, and says why a link was not created', async () => {
    server.use(http.post(`${API}/links`, () => problem(422, 'This destination is blocked.')));
    await open();
    const list = screen.getByRole('list', { name: 'Blocks' });
    const drop = (uris: string, files: File[] = []) =>
      fireEvent.drop(list, { dataTransfer: { files, types: [], getData: () => uris } });
    // fireEvent returns true for an event whose default action was not prevented.
    expect(drop('javascript:alert(1)')).toBe(true);
    expect(drop('', [new File(['x'], 'x.pdf', { type: 'application/pdf' })])).toBe(true);
    expect(drop('https://blocked.example/')).toBe(false);
    await findToast('Couldn’t add the link');
    expect(titles()).toEqual(['Menu', 'Order online']);
  });

  it('deletes a block with Undo, duplicates and moves one', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Actions for Heading “Menu”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(titles()).toEqual(['Order online']);
    const toast = within(await findToast('Heading “Menu” deleted'));
    await user.click(toast.getByRole('button', { name: 'Undo' }));
    expect(titles()).toEqual(['Menu', 'Order online']);
    await user.click(screen.getByRole('button', { name: 'Actions for Heading “Menu”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move down' }));
    expect(titles()).toEqual(['Order online', 'Menu']);
    await user.click(screen.getByRole('button', { name: 'Actions for Heading “Menu”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    expect(titles()).toEqual(['Order online', 'Menu', 'Menu']);
  });

  it('asks which version to keep after a change elsewhere, and saves mine only when told to', async () => {
    const { user, bio } = await open();
    bio.update({ blocks: [aHeading('blk_1', 'Their menu'), ...aBioPage().blocks.slice(1)] });
    const title = screen.getByRole('textbox', { name: 'Title of heading block' });
    await append(user, title, ' of mine');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'This page was changed elsewhere' }, { timeout: 3_000 }),
    );
    expect(await dialog.findByText('Heading “Menu of mine”')).toBeVisible();
    expect(bio.state.page.blocks[0]).toMatchObject({ text: 'Their menu' });
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(bio.state.page.blocks[0]).toMatchObject({ text: 'Menu of mine' }));
    await saved();
  });

  it('loads the other version and discards mine', async () => {
    const { user, bio } = await open();
    bio.update({ blocks: [aHeading('blk_1', 'Their menu')] });
    await append(user, screen.getByRole('textbox', { name: 'Title of heading block' }), ' of mine');
    const discard = { name: 'Reload and discard my changes' };
    await user.click(await screen.findByRole('button', discard, { timeout: 3_000 }));
    await waitFor(() => expect(titles()).toEqual(['Their menu']));
    expect(bio.state.patches).toEqual([]);
  });

  it('keeps the draft while the server is unreachable and restores it in this tab', async () => {
    const { user, unmount } = await open();
    server.use(http.patch(`${API}/bio-pages/bio_1`, () => HttpResponse.error()));
    await user.type(screen.getByRole('textbox', { name: 'Title of heading block' }), ' offline');
    expect(await screen.findByText(/^Not saved: you are offline/, {}, { timeout: 3_000 })).toBeVisible();
    unmount();
    const { bio } = await open();
    expect(titles()).toEqual(['Menu offline', 'Order online']);
    await waitFor(() => expect(bio.state.page.blocks[0]).toMatchObject({ text: 'Menu offline' }), { timeout: 3_000 });
  });

  it('continues over its own change when the answer to it was lost', async () => {
    const { user, bio } = await open();
    server.use(
      http.patch(
        `${API}/bio-pages/bio_1`,
        async ({ request }) => {
          bio.update((await request.json()) as object);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    const title = screen.getByRole('textbox', { name: 'Title of heading block' });
    await append(user, title, ' today');
    await screen.findByText(/^Not saved: you are offline/, {}, { timeout: 3_000 });
    expect(bio.state.page.blocks[0]).toMatchObject({ text: 'Menu today' });
    await user.clear(title);
    await append(user, title, 'Menu');
    await waitFor(() => expect(bio.state.page.blocks[0]).toMatchObject({ text: 'Menu' }), { timeout: 3_000 });
    await saved();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('drops the draft when the user leaves without saving', async () => {
    const { user, router, unmount } = await open();
    let requests = 0;
    server.use(
      http.patch(`${API}/bio-pages/bio_1`, () => {
        requests++;
        return HttpResponse.error();
      }),
    );
    await user.type(screen.getByRole('textbox', { name: 'Title of heading block' }), ' offline');
    await screen.findByText(/^Not saved: you are offline/, {}, { timeout: 3_000 });
    void router.navigate({ to: '/dashboard/links' });
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(sessionStorage.getItem('linnet.draft.bio-page.bio_1')).toBeNull());
    const sent = requests;
    unmount();
    expect(requests).toBe(sent);
    await open();
    expect(titles()).toEqual(['Menu', 'Order online']);
  });

  it('shows whether visitors see the draft, and publishes only what they do not', async () => {
    const { user, bio } = await open();
    const publish = screen.getByRole('button', { name: 'Publish' });
    expect(publish).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByText('Unpublished changes')).toBeNull();
    await append(user, screen.getByRole('textbox', { name: 'Title of heading block' }), '!');
    await waitFor(() => expect(bio.state.patches).toHaveLength(1), { timeout: 3_000 });
    await saved();
    expect(screen.getByText('Unpublished changes')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Publish' })).not.toHaveAttribute('aria-disabled');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bio.state.patches).toHaveLength(2), { timeout: 3_000 });
    await waitFor(() => expect(screen.queryByText('Unpublished changes')).toBeNull());
  });

  it('publishes the state on the screen when a change is undone right before', async () => {
    const { user, bio } = await open({ publishedRevision: null });
    await user.click(screen.getByRole('switch', { name: 'Show Link “Order online”' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish page' }));
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('dialog', { name: 'Page published' });
    expect(bio.state.public.blocks).toMatchObject([{ visible: true }, { visible: true }]);
  });

  it('lists what is incomplete before it publishes, opens a block and hides the others', async () => {
    const map = { ...aHeading('blk_3', ''), type: 'map', query: '' } as never;
    const blocks = [aHeading('blk_1', ''), map];
    const incomplete = [
      { field: 'blocks[0].text', message: 'Enter the text.' },
      { field: 'blocks[1].query', message: 'Enter the query.' },
    ];
    const { user, bio } = await open({ blocks, incomplete, publishedRevision: null });
    expect(screen.getByText('2 incomplete')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish page' }));
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    expect(dialog.getByText('Enter the query.')).toBeVisible();
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Heading' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title of heading block' })).toHaveFocus());

    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const again = within(await screen.findByRole('dialog', { name: 'Publish page' }));
    await user.click(again.getByRole('button', { name: 'Hide 2 incomplete blocks' }));
    await user.click(again.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('dialog', { name: 'Page published' });
    expect(bio.state.public.blocks).toMatchObject([{ visible: false }, { visible: false }]);
  });

  it('names the block that the server refuses to save', async () => {
    const { user } = await open();
    const refusal = [{ field: 'blocks[0].text', message: 'Use at most 200 characters.' }];
    server.use(http.patch(`${API}/bio-pages/bio_1`, () => problem(422, 'Use at most 200 characters.', refusal)));
    await append(user, screen.getByRole('textbox', { name: 'Title of heading block' }), '!');
    const text = 'Couldn’t save. Heading “Menu!”: Use at most 200 characters.';
    expect(await screen.findByText(text, {}, { timeout: 3_000 })).toBeVisible();
  });

  it('publishes after showing what changes, and offers the address', async () => {
    const { user, bio } = await open();
    await append(user, screen.getByRole('textbox', { name: 'Title of heading block' }), ' today');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish changes' }));
    expect(await dialog.findByText('Heading “Menu today”')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    const published = within(await screen.findByRole('dialog', { name: 'Page published' }));
    expect(bio.state.public).toMatchObject({ publishedRevision: 4, blocks: [{ text: 'Menu today' }, {}] });
    expect(published.getByRole('button', { name: 'Copy address' })).toBeVisible();
    expect(await published.findByRole('img', { name: /^QR code of / })).toBeVisible();
    expect(published.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', aBioPage().url);
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(published.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Publish' })).toHaveFocus());
  });

  it('restores an earlier version as the draft', async () => {
    const { user, bio } = await open();
    server.use(
      http.get(`${API}/bio-pages/bio_1/revisions`, () =>
        HttpResponse.json({
          items: [
            { revision: 3, createdAt: '2026-11-20T12:00:00Z', createdBy: 'usr_1', draft: true, published: true },
            { revision: 2, createdAt: '2026-11-19T12:00:00Z', createdBy: 'usr_1', draft: false, published: false },
          ],
          nextCursor: null,
          total: 2,
        }),
      ),
      http.post(`${API}/bio-pages/bio_1/revert`, () => bio.update({ blocks: [aHeading('blk_1', 'Old menu')] })),
    );
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Version history' }));
    await user.click(await screen.findByRole('button', { name: 'Restore version 2' }));
    await findToast('Version 2 restored');
    await waitFor(() => expect(titles()).toEqual(['Old menu']));
  });
});

describe('design', () => {
  it('selects a theme and stores only settings that differ from it', async () => {
    const { user, bio } = await open({}, 'design');
    await user.click(await screen.findByRole('radio', { name: 'Ink' }));
    await user.click(screen.getByRole('radio', { name: 'Pill' }));
    await waitFor(() => expect(bio.state.page.theme).toEqual({ preset: 'ink', shape: 'pill' }), { timeout: 3_000 });
    await user.click(screen.getByRole('radio', { name: 'Soft' }));
    await waitFor(() => expect(bio.state.page.theme).toEqual({ preset: 'ink' }), { timeout: 3_000 });
    await expectAccessible(screen.getByRole('region', { name: 'Page' }));
  });

  it('says that unreadable text is replaced', async () => {
    const { user } = await open({}, 'design');
    await user.click(await screen.findByRole('switch', { name: 'Use own colors' }));
    const text = screen.getByRole('textbox', { name: 'Text' });
    await user.clear(text);
    await user.type(text, '#eeeeee');
    expect(await screen.findByText(/^The text would be hard to read/)).toBeVisible();
  });
});

describe('background image', () => {
  beforeEach(() => {
    server.use(
      http.get(`${API}/media`, () => HttpResponse.json({ items: [aMedia()], nextCursor: null, total: 1 })),
      http.get(`${API}/media/med_1`, () => HttpResponse.json(aMedia())),
    );
  });
  const theme = { preset: 'paper', background: 'image', backgroundImage: 'med_1', backgroundShade: 60 } as const;

  it('is chosen in the media library, shaded, undone and removed', async () => {
    const { user, bio } = await open({}, 'design');
    const stored = (value: object) => waitFor(() => expect(bio.state.page.theme).toEqual(value), { timeout: 3_000 });
    await user.click(await screen.findByRole('radio', { name: 'Image' }));
    await user.click(await screen.findByRole('button', { name: 'Use A bowl of oats' }));
    await stored(theme);
    expect(screen.getByRole('radio', { name: 'Image' })).toBeChecked();
    fireEvent.change(screen.getByRole('slider', { name: 'Shade' }), { target: { value: '75' } });
    await stored({ ...theme, backgroundShade: 75 });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await stored(theme);
    await expectAccessible(screen.getByRole('region', { name: 'Page' }));
    await user.click(await screen.findByRole('button', { name: 'Remove image' }));
    await stored({ preset: 'paper' });
    expect(screen.getByRole('radio', { name: 'Solid' })).toBeChecked();
    expect(screen.queryByRole('slider', { name: 'Shade' })).toBeNull();
  });

  it('leaves the background as it is when no image is chosen', async () => {
    const { user } = await open({}, 'design');
    await user.click(await screen.findByRole('radio', { name: 'Image' }));
    await screen.findByRole('dialog', { name: 'Media library' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('radio', { name: 'Solid' })).toBeChecked();
  });

  it('is not part of another background', async () => {
    const { user, bio } = await open({ theme }, 'design');
    await user.click(await screen.findByRole('radio', { name: 'Dots' }));
    await waitFor(() => expect(bio.state.page.theme).toEqual({ preset: 'paper', background: 'dots' }), {
      timeout: 3_000,
    });
  });

  it('says by how much the page raises a shade that leaves text hard to read', async () => {
    await open({ theme: { ...theme, mode: 'auto', backgroundShade: 20 } }, 'design');
    expect(
      await screen.findByText(/^Text would be hard to read .* to \d+% in light mode and \d+% in dark mode\.$/),
    ).toBeVisible();
    fireEvent.change(screen.getByRole('slider', { name: 'Shade' }), { target: { value: '90' } });
    expect(screen.queryByText(/^Text would be hard to read/)).toBeNull();
    await saved();
  });
});

describe('match a website', () => {
  const theme = { preset: 'paper', font: 'serif', background: 'solid', colors: { background: '#fff8f0' } } as const;

  it('applies the look of a website as one step and says what it took', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(`${API}/bio-pages/match-site`, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ theme, found: ['background', 'buttons', 'font'] });
      }),
    );
    const { user, bio } = await open({}, 'design');
    await user.type(await screen.findByRole('textbox', { name: 'Website' }), 'example.com/shop{Enter}');
    expect(await screen.findByText('Background, buttons and font of example.com')).toBeVisible();
    expect(asked).toEqual([{ url: 'https://example.com/shop' }]);
    await waitFor(() => expect(bio.state.page.theme).toEqual(theme), { timeout: 3_000 });
    await expectAccessible(screen.getByRole('region', { name: 'Page' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bio.state.page.theme).toEqual({ preset: 'paper' }), { timeout: 3_000 });
  });

  it('shows at its field why a website was not read, and changes nothing', async () => {
    server.use(
      http.post(`${API}/bio-pages/match-site`, () =>
        problem(422, 'Invalid', [{ field: 'url', message: 'This address is not a web page.' }]),
      ),
    );
    const { user, bio } = await open({}, 'design');
    await user.click(await screen.findByRole('button', { name: 'Match website' }));
    expect(await screen.findByText('Enter an address, such as example.com.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Website' }), 'https://example.com/i.png');
    await user.click(screen.getByRole('button', { name: 'Match website' }));
    expect(await screen.findByText('This address is not a web page.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Website' })).toHaveValue('https://example.com/i.png');
    expect(bio.state.patches).toEqual([]);
  });
});

describe('settings', () => {
  it('edits title and description in the draft', async () => {
    const { user, bio } = await open({}, 'settings');
    const description = screen.getByRole('textbox', { name: 'Description' });
    await user.clear(description);
    await user.type(description, 'Oats.');
    await waitFor(() => expect(bio.state.page.description).toBe('Oats.'), { timeout: 3_000 });
    await expectAccessible(screen.getByRole('region', { name: 'Page' }));
  });

  it('sets the age that visitors confirm', async () => {
    const { user, bio } = await open({}, 'settings');
    await user.click(screen.getByRole('combobox', { name: 'Minimum age' }));
    await user.click(await screen.findByRole('option', { name: '18 years' }));
    await waitFor(() => expect(bio.state.patches).toEqual([{ ageGate: 18 }]), { timeout: 3_000 });
  });

  it('sets the language of the page for all visitors', async () => {
    const { user, bio } = await open({}, 'settings');
    const language = screen.getByRole('combobox', { name: 'Language of the page' });
    expect(language).toHaveTextContent('That of the domain, or of each visitor');
    await user.click(language);
    await user.click(await screen.findByRole('option', { name: 'Español' }));
    await waitFor(() => expect(bio.state.patches).toEqual([{ language: 'es' }]), { timeout: 3_000 });
  });

  it('changes the address with a button of its own', async () => {
    const { user, bio } = await open({}, 'settings');
    const change = screen.getByRole('button', { name: 'Change address' });
    expect(change).toBeDisabled();
    const handle = screen.getByRole('textbox', { name: 'Handle' });
    await user.clear(handle);
    await user.type(handle, 'oats');
    await user.click(change);
    await findToast('Address changed');
    expect(bio.state.patches).toEqual([{ handle: 'oats' }]);
  });

  it('shows the image of the published page in its link preview, and a letter when there is none', async () => {
    const url = `${location.origin}/@oat`;
    await open({ title: 'Oat Street', url, publishedRevision: 4 }, 'settings');
    const image = screen.getByRole('img', { name: 'Title and address of Oat Street' });
    expect(image).toHaveAttribute('src', `${url}?card=4`);
    fireEvent.error(image);
    expect(screen.queryByRole('img', { name: 'Title and address of Oat Street' })).toBeNull();
    expect(screen.getByText('O')).toBeVisible();
  });

  it.each([
    ['a page that is not published', { publishedRevision: null }],
    ['a page of another domain', { publishedRevision: 4, url: 'https://links.oatstreet.example/oat' }],
  ])('requests no image for the link preview of %s', async (_, own) => {
    await open({ url: `${location.origin}/@oat`, ...own }, 'settings');
    expect(screen.queryByRole('img', { name: /^Title and address/ })).toBeNull();
  });
});
