import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import * as workspaceAddress from '@/shared/lib/workspace-address';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { WorkspaceChoice } from './workspace-choice';

vi.mock(import('@/shared/lib/workspace-address'), async (original) => ({
  ...(await original()),
  openWorkspace: vi.fn(),
}));

const API = '*/api/v1';
const listOf = (items: readonly unknown[]) => HttpResponse.json({ items, nextCursor: null, total: items.length });

it('shows why a workspace was not created at its name, creates one per submit, and opens it', async () => {
  signIn();
  let respond = () => {};
  const answered = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const names: unknown[] = [];
  server.use(
    http.get(`${API}/me`, () => HttpResponse.json(PERSON)),
    http.get(`${API}/workspaces`, () => listOf([aWorkspace()])),
    http.post(`${API}/workspaces`, async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      names.push(name);
      if (name === 'Taken') return problem(422, 'Invalid.', [{ field: 'name', message: 'This name is taken.' }]);
      await answered;
      return HttpResponse.json(aWorkspace({ id: 'wsp_2', name }), { status: 201 });
    }),
  );
  const { user } = await renderScreen(<WorkspaceChoice />);
  const field = await screen.findByRole('textbox', { name: 'New workspace' });
  await user.type(field, 'Taken{Enter}');
  expect(await screen.findByText('This name is taken.')).toBeVisible();
  expect(field).toHaveAccessibleDescription('This name is taken.');
  expect(field).toHaveValue('Taken');

  await user.clear(field);
  await user.type(field, ' Press {Enter}{Enter}');
  respond();
  await waitFor(() => expect(workspaceAddress.openWorkspace).toHaveBeenCalledWith('wsp_2'));
  expect(names).toEqual(['Taken', 'Press']);
});
