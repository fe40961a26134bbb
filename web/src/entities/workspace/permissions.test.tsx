import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { components } from '@/shared/api/schema';
import { Button } from '@/shared/ui/button';
import { Menu } from '@/shared/ui/menu';
import { expectAccessible } from '@/test/axe';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { Can, PermissionButton, PermissionItem } from './ui/permission-controls';

type Workspace = components['schemas']['Workspace'];

const READ = ['links:read', 'analytics:read', 'workspace:read'];
const REASON = "Your role (viewer) can't edit links and QR codes. Ask an owner or admin.";

function serveWorkspace(own: Partial<Workspace>) {
  server.use(http.get('*/api/v1/workspaces/current', () => HttpResponse.json(aWorkspace(own))));
}

const VIEWER: Partial<Workspace> = { role: 'viewer', permissions: READ };

it('disables a button and describes why when the role lacks the permission', async () => {
  serveWorkspace(VIEWER);
  const onClick = vi.fn();
  const { user } = await renderScreen(
    <PermissionButton permission="links:write" onClick={onClick}>
      Edit
    </PermissionButton>,
  );
  await screen.findByRole('button', { name: 'Edit' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-description', REASON));
  const denied = screen.getByRole('button', { name: 'Edit' });
  expect(denied).toHaveAttribute('aria-disabled', 'true');
  await user.tab();
  expect(denied).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(denied);
  expect(onClick).not.toHaveBeenCalled();
  await expectAccessible();
});

it('enables a button and renders children when the role has the permission', async () => {
  serveWorkspace({ role: 'editor', permissions: [...READ, 'links:write'] });
  const onClick = vi.fn();
  const { user } = await renderScreen(
    <>
      <PermissionButton permission="links:write" onClick={onClick}>
        Edit
      </PermissionButton>
      <Can permission="workspace:manage" fallback="Read-only settings">
        Settings
      </Can>
    </>,
  );
  expect(await screen.findByText('Read-only settings')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('disables a menu item with the reason in its title', async () => {
  serveWorkspace(VIEWER);
  const onSelect = vi.fn();
  const { user } = await renderScreen(
    <Menu trigger={<Button>More</Button>}>
      <PermissionItem permission="links:write" onSelect={onSelect}>
        Archive
      </PermissionItem>
    </Menu>,
  );
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: /Archive/ })).toHaveAttribute('aria-disabled', 'true'),
  );
  expect(screen.getByTitle(REASON)).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: /Archive/ }));
  expect(onSelect).not.toHaveBeenCalled();
});
