import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { listLinks } from '@/entities/link/link.queries';
import { useLinkName } from '@/entities/link/link-name';
import { profileQuery } from '@/entities/session/me.queries';
import { switchWorkspace } from '@/entities/workspace/switch-workspace';
import { currentWorkspace, workspaceList } from '@/entities/workspace/workspace.queries';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { type Shortcut, shortcuts, showKeys } from '@/shared/lib/shortcuts';
import { CommandDialog, type CommandGroup } from '@/shared/ui/command-dialog';
import { PALETTE_KEYS } from './use-shell-shortcuts';

const MAX_LINKS = 8;

/** Names a shortcut as a command: the screens of the group "Go to" get its name as a prefix. */
function commandLabel({ group, label }: Shortcut): string {
  return group === 'Go to' ? `Go to ${label}` : label;
}

const operatorCommand = (run: () => void) => ({ value: 'command operator', label: 'Go to Operator', run });

/** The command palette: the registered shortcuts as commands, and a search for links. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const query = useDebouncedValue(search.trim(), TIMING.searchMs);
  // The palette's own shortcuts stay registered while it is open; the palette does not list itself.
  const registered = useSyncExternalStore(shortcuts.subscribe, shortcuts.list, shortcuts.list);
  const links = useQuery({
    ...listLinks({ search: query, limit: MAX_LINKS }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const nameOf = useLinkName();
  const current = useQuery(currentWorkspace()).data?.id;
  const others = (useQuery(workspaceList()).data ?? []).filter(({ id }) => current && id !== current);
  const isOperator = useQuery(profileQuery).data?.operator;
  const commands = registered.filter(({ keys }) => keys !== PALETTE_KEYS);
  const groups: CommandGroup[] = [
    {
      heading: 'Commands',
      items: [
        ...commands.map((shortcut) => ({
          value: `command ${shortcut.keys} ${shortcut.label}`,
          label: commandLabel(shortcut),
          keys: showKeys(shortcut.keys),
          run: shortcut.run,
        })),
        ...(isOperator ? [operatorCommand(() => void navigate({ to: '/dashboard/admin' }))] : []),
      ],
    },
  ];
  if (others.length > 0) {
    groups.push({
      heading: 'Switch workspace',
      items: others.map(({ id, name }) => ({
        value: `workspace ${id} ${name}`,
        label: name,
        run: () => switchWorkspace(id),
      })),
    });
  }
  if (query !== '') {
    groups.push({
      heading: 'Links',
      // The server's search also matches destinations and titles.
      unfiltered: true,
      items: (links.data?.items ?? []).map((link) => ({
        value: `link ${link.id}`,
        label: nameOf(link),
        detail: link.title || link.url,
        run: () => void navigate({ to: '/dashboard/links/$linkId', params: { linkId: link.id } }),
      })),
    });
  }
  const searching = search.trim() !== '' && (query !== search.trim() || links.isFetching);
  return (
    <CommandDialog
      label="Command palette"
      placeholder="Search commands and links"
      search={search}
      onSearch={setSearch}
      groups={groups}
      status={searching ? 'Searching…' : links.isError ? 'Couldn’t search links.' : undefined}
      onClose={onClose}
    />
  );
}
