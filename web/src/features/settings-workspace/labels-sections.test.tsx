import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { UtmConventions } from '@/entities/utm/utm';
import { expectAccessible } from '@/test/axe';
import { NO_CONVENTIONS, problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { LabelsSections } from './labels-sections';

const API = '*/api/v1';
const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null, ref: null };
const AT = '2026-11-01T10:00:00Z';

interface Kept {
  id: string;
  name: string;
  [more: string]: unknown;
}
let kept: Record<string, Kept[]>;
let asked: UtmConventions;

/** The three lists and the conventions as the server keeps them. */
const handlers = [
  http.get(`${API}/utm-conventions`, () => HttpResponse.json(asked)),
  http.put(`${API}/utm-conventions`, async ({ request }) => {
    asked = (await request.json()) as UtmConventions;
    return HttpResponse.json(asked);
  }),
  ...labelHandlers(),
];

function labelHandlers() {
  return ['tags', 'folders', 'utm-templates'].flatMap((kind) => {
    const list = () => kept[kind] ?? [];
    return [
      http.get(`${API}/${kind}`, () => HttpResponse.json({ items: list(), nextCursor: null, total: list().length })),
      http.post(`${API}/${kind}`, async ({ request }) => {
        const { name } = (await request.json()) as { name: string };
        if (list().some((label) => label.name === name)) return problem(409, 'This name is taken.');
        const made = { id: `${kind}-${name}`, name, links: 0, color: null, createdAt: AT };
        kept[kind] = [...list(), made];
        return HttpResponse.json(made, { status: 201 });
      }),
      http.patch(`${API}/${kind}/:id`, async ({ request, params }) => {
        const change = (await request.json()) as Partial<Kept>;
        kept[kind] = list().map((label) => (label.id === params.id ? { ...label, ...change } : label));
        return HttpResponse.json(kept[kind]?.find((label) => label.id === params.id));
      }),
      http.delete(`${API}/${kind}/:id`, ({ params }) => {
        kept[kind] = list().filter((label) => label.id !== params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    ];
  });
}

beforeEach(() => {
  signIn();
  kept = {
    tags: [{ id: 'tag_1', name: 'spring', color: '#123456', links: 3, createdAt: AT }],
    folders: [],
    'utm-templates': [
      { id: 'tpl_1', name: 'Newsletter', utm: { ...NO_UTM, source: 'news', medium: 'email' }, createdAt: AT },
    ],
  };
  asked = NO_CONVENTIONS;
  server.use(...handlers);
});

it('shows what there is, with its links and values', async () => {
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
  expect(kept.tags?.[0]).toMatchObject({ name: 'summer', color: '#2b6cb0' });
});

it('makes a folder, and says so when the name is taken', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  const field = await screen.findByRole('textbox', { name: 'New folder' });
  await user.type(field, 'Campaigns{Enter}');
  expect(await screen.findByRole('list', { name: 'All folders' })).toHaveTextContent('Campaigns');
  await vi.waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'Campaigns{Enter}');
  expect(await findToast('Couldn’t create the folder')).toHaveTextContent('This name is taken.');
  expect(field).toHaveValue('Campaigns');
});

it('deletes only after saying what becomes of the links', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('button', { name: 'Delete spring' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete spring?' });
  expect(dialog).toHaveTextContent('3 links will lose this tag. The links themselves stay.');
  expect(kept.tags).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Delete tag' }));
  expect(await findToast('spring deleted')).toBeVisible();
  expect(kept.tags).toEqual([]);
});

it('changes the values of a template', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('button', { name: 'Edit Newsletter' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.clear(screen.getByRole('textbox', { name: 'Source' }));
  await user.type(screen.getByRole('textbox', { name: 'Source' }), 'digest');
  await user.type(screen.getByRole('textbox', { name: 'Campaign' }), 'spring{Enter}');
  expect(await screen.findByText('digest · email · spring')).toBeVisible();
  expect(kept['utm-templates']?.[0]?.utm).toEqual({ ...NO_UTM, source: 'digest', medium: 'email', campaign: 'spring' });
});

it('sets what campaigns must be like', async () => {
  const { user } = await renderScreen(<LabelsSections />);
  await user.click(await screen.findByRole('switch', { name: 'Lower case only' }));
  await user.click(screen.getByRole('checkbox', { name: 'Source is required' }));
  await user.type(screen.getByRole('textbox', { name: 'Allowed values for Medium' }), 'email,print{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save conventions' }));
  expect(await findToast('Conventions saved')).toBeVisible();
  expect(asked.lowerCase).toBe(true);
  expect(asked.parameters.source).toEqual({ required: true, allowed: [] });
  expect(asked.parameters.medium).toEqual({ required: false, allowed: ['email', 'print'] });
  expect(screen.getByRole('button', { name: 'Save conventions' })).toBeDisabled();
});

it('says which value is refused, and who may decide', async () => {
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
  server.use(http.put(`${API}/utm-conventions`, () => problem(403, 'Ask an owner or an admin.')));
  await user.click(screen.getByRole('button', { name: 'Save conventions' }));
  expect(await screen.findByText('Ask an owner or an admin.')).toBeVisible();
});
