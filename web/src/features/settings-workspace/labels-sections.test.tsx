import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { UtmConventions } from '@/entities/utm/utm';
import { expectAccessible } from '@/test/axe';
import { NO_CONVENTIONS, problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { LabelsSections } from './labels-sections';

const API = '*/api/v1';
const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null, ref: null };
const AT = '2026-11-01T10:00:00Z';
const OPEN = { access: 'workspace', members: [], level: 'write' };

const MEMBERS = [
  { userId: 'usr_1', email: 'ada@example.com', firstName: 'Ada', lastName: 'Owner', role: 'owner', joinedAt: AT },
  { userId: 'usr_2', email: 'ed@example.com', firstName: 'Ed', lastName: 'Editor', role: 'editor', joinedAt: AT },
];

interface StoredLabel {
  id: string;
  name: string;
  [more: string]: unknown;
}
let stored: Record<string, StoredLabel[]>;
let conventions: UtmConventions;

/** A server with the three lists and the conventions. */
const handlers = [
  http.get(`${API}/utm-conventions`, () => HttpResponse.json(conventions)),
  http.put(`${API}/utm-conventions`, async ({ request }) => {
    conventions = (await request.json()) as UtmConventions;
    return HttpResponse.json(conventions);
  }),
  http.put(`${API}/folders/:id/access`, async ({ request, params }) => {
    const access = (await request.json()) as Record<string, unknown>;
    stored.folders =
      stored.folders?.map((folder) => (folder.id === params.id ? { ...folder, ...access } : folder)) ?? [];
    return HttpResponse.json(stored.folders.find((folder) => folder.id === params.id));
  }),
  http.get(`${API}/workspaces/:id/members`, () => HttpResponse.json({ items: MEMBERS, nextCursor: null, total: 2 })),
  ...labelHandlers(),
];

function labelHandlers() {
  return ['tags', 'folders', 'utm-templates'].flatMap((kind) => {
    const list = () => stored[kind] ?? [];
    return [
      http.get(`${API}/${kind}`, () => HttpResponse.json({ items: list(), nextCursor: null, total: list().length })),
      http.post(`${API}/${kind}`, async ({ request }) => {
        const { name } = (await request.json()) as { name: string };
        if (list().some((label) => label.name === name)) return problem(409, 'This name is taken.');
        const created = { id: `${kind}-${name}`, name, links: 0, color: null, createdAt: AT, ...OPEN };
        stored[kind] = [...list(), created];
        return HttpResponse.json(created, { status: 201 });
      }),
      http.patch(`${API}/${kind}/:id`, async ({ request, params }) => {
        const change = (await request.json()) as Partial<StoredLabel>;
        stored[kind] = list().map((label) => (label.id === params.id ? { ...label, ...change } : label));
        return HttpResponse.json(stored[kind]?.find((label) => label.id === params.id));
      }),
      http.delete(`${API}/${kind}/:id`, ({ params }) => {
        stored[kind] = list().filter((label) => label.id !== params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    ];
  });
}

beforeEach(() => {
  signIn();
  stored = {
    tags: [{ id: 'tag_1', name: 'spring', color: '#123456', links: 3, createdAt: AT }],
    folders: [],
    'utm-templates': [
      { id: 'tpl_1', name: 'Newsletter', utm: { ...NO_UTM, source: 'news', medium: 'email' }, createdAt: AT },
    ],
  };
  conventions = NO_CONVENTIONS;
  server.use(...handlers);
});

it('lists tags with their links and templates with their values', async () => {
  await renderScreen(<LabelsSections />);
  expect(await screen.findByRole('list', { name: 'All tags' })).toHaveTextContent('spring3 links');
  expect(await screen.findByRole('list', { name: 'All templates' })).toHaveTextContent('Newsletternews · email');
  expect(await screen.findByText('No folders yet.')).toBeVisible();
  await expectAccessible();
});

it('renames and colors a tag in place', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('button', { name: 'Edit spring' }));
  const name = screen.getByRole('textbox', { name: 'Name of spring' });
  expect(name).toHaveFocus();
  expect(screen.getByRole('radio', { name: 'Own color #123456' })).toBeChecked();
  await user.clear(name);
  await user.type(name, 'summer');
  await user.click(screen.getByRole('radio', { name: 'Blue' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Edit summer' })).toBeVisible();
  expect(stored.tags?.[0]).toMatchObject({ name: 'summer', color: '#2b6cb0' });
});

it('creates a folder, and keeps the typed name when the server rejects it', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  const field = await screen.findByRole('textbox', { name: 'New folder' });
  await user.type(field, 'Campaigns{Enter}');
  expect(await screen.findByRole('list', { name: 'All folders' })).toHaveTextContent('Campaigns');
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'Campaigns{Enter}');
  expect(await findToast('Couldn’t create the folder')).toHaveTextContent('This name is taken.');
  expect(field).toHaveValue('Campaigns');
});

it('deletes a tag after a confirmation that names the number of its links', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('button', { name: 'Delete spring' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete spring?' });
  expect(dialog).toHaveTextContent('3 links will lose this tag. The links themselves stay.');
  expect(stored.tags).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Delete tag' }));
  expect(await findToast('spring deleted')).toBeVisible();
  expect(stored.tags).toEqual([]);
});

it('changes the values of a template', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('button', { name: 'Edit Newsletter' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.clear(screen.getByRole('textbox', { name: 'Source' }));
  await user.type(screen.getByRole('textbox', { name: 'Source' }), 'digest');
  await user.type(screen.getByRole('textbox', { name: 'Campaign' }), 'spring{Enter}');
  expect(await screen.findByText('digest · email · spring')).toBeVisible();
  expect(stored['utm-templates']?.[0]?.utm).toEqual({
    ...NO_UTM,
    source: 'digest',
    medium: 'email',
    campaign: 'spring',
  });
});

it('saves the UTM conventions', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('switch', { name: 'Lower case only' }));
  await user.click(screen.getByRole('switch', { name: 'Count clicks in lower case' }));
  await user.click(screen.getByRole('checkbox', { name: 'Source is required' }));
  await user.type(screen.getByRole('textbox', { name: 'Allowed values for Medium' }), 'email,print{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save conventions' }));
  expect(await findToast('Conventions saved')).toBeVisible();
  expect(conventions.lowerCase).toBe(true);
  expect(conventions.foldCase).toBe(true);
  expect(conventions.parameters.source).toEqual({ required: true, allowed: [] });
  expect(conventions.parameters.medium).toEqual({ required: false, allowed: ['email', 'print'] });
  expect(screen.getByRole('button', { name: 'Save conventions' })).toBeDisabled();
});

it('shows the server error of a value on its field, and other errors below the form', async () => {
  server.use(
    http.put(`${API}/utm-conventions`, () =>
      problem(422, 'Not so.', [{ field: 'parameters.medium.allowed[0]', message: '“Email” is not in lower case.' }]),
    ),
  );
  const { user } = await renderScreen(<LabelsSections />);
  const medium = await screen.findByRole('textbox', { name: 'Allowed values for Medium' });
  await user.type(medium, 'Email{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save conventions' }));
  expect(await screen.findByText('“Email” is not in lower case.')).toBeVisible();
  expect(medium).toBeInvalid();
  await waitFor(() => expect(medium).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Remove value Email' })).toBeVisible();
  server.use(http.put(`${API}/utm-conventions`, () => problem(403, 'Ask an owner or an admin.')));
  await user.click(screen.getByRole('button', { name: 'Save conventions' }));
  expect(await screen.findByText('Ask an owner or an admin.')).toBeVisible();
});

it.each([
  { field: 'name', edit: 'Edit spring', label: 'Name of spring', kind: 'tags' },
  { field: 'utm.source', edit: 'Edit Newsletter', label: 'Source', kind: 'utm-templates' },
])(
  'shows a server error on $field of $kind, which has the focus and its text',
  async ({ field, edit, label, kind }) => {
    const message = 'Choose another one.';
    server.use(http.patch(`${API}/${kind}/:id`, () => problem(422, 'Invalid.', [{ field, message }])));
    const { user } = await renderScreen(<LabelsSections />);
    await user.click(await screen.findByRole('button', { name: edit }));
    const input = screen.getByRole('textbox', { name: label });
    await user.clear(input);
    await user.type(input, 'x-files{Enter}');
    await waitFor(() => expect(input).toHaveAccessibleDescription(message));
    await waitFor(() => expect(input).toHaveFocus());
    expect(input).toHaveValue('x-files');
  },
);

it('shows a server error on the name of a new label', async () => {
  const message = 'A tag cannot contain a comma.';
  server.use(http.post(`${API}/tags`, () => problem(422, 'Invalid.', [{ field: 'name', message }])));
  const { user } = await renderScreen(<LabelsSections />);
  const input = await screen.findByRole('textbox', { name: 'New tag' });
  await user.type(input, 'a,b');
  await user.click(within(input.closest('form') as HTMLElement).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(input).toHaveAccessibleDescription(message));
  await waitFor(() => expect(input).toHaveFocus());
  expect(input).toHaveValue('a,b');
});

it('restricts a folder to chosen members', async () => {
  stored.folders = [{ id: 'fld_1', name: 'Press', links: 2, createdAt: AT, ...OPEN }];
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('button', { name: 'Access to Press' }));
  const dialog = await screen.findByRole('dialog', { name: 'Access to Press' });
  expect(within(dialog).queryByRole('list')).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('radio', { name: 'Only chosen members' }));
  await user.click(await within(dialog).findByRole('combobox', { name: 'Access of Ed Editor' }));
  await user.click(await screen.findByRole('option', { name: 'Can read' }));
  expect(within(dialog).queryByText(/Ada Owner/)).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Save access' }));
  expect(await screen.findByRole('img', { name: 'Restricted to chosen members' })).toBeVisible();
  expect(stored.folders?.[0]).toMatchObject({ access: 'members', members: [{ userId: 'usr_2', level: 'read' }] });
});

it('disables changes of a folder that the member can only read, with the reason', async () => {
  stored.folders = [{ id: 'fld_1', name: 'Press', links: 2, createdAt: AT, ...OPEN, access: 'members', level: 'read' }];
  await renderScreen(<LabelsSections />);
  const edit = await screen.findByRole('button', { name: 'Edit Press' });
  expect(edit).toHaveAttribute('aria-disabled', 'true');
  expect(edit).toHaveAccessibleDescription(/only read this folder/);
  expect(screen.getByRole('button', { name: 'Delete Press' })).toHaveAttribute('aria-disabled', 'true');
});
