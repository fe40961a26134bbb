import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logOut } from '@/entities/session/log-out';
import { profileQuery } from '@/entities/session/me.queries';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { workspaceList } from '@/entities/workspace/workspace-lists.queries';
import { useStore } from '@/shared/hooks/use-store';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { type Shortcut, shortcuts, showKeys } from '@/shared/lib/shortcuts';
import { openWorkspace } from '@/shared/lib/workspace-address';
import type { CommandGroup, CommandItem } from '@/shared/ui/command-dialog';
import { PALETTE_KEYS } from '../use-shell-shortcuts';
import { BILLING, OPERATOR, PLACES } from './places';

/** Names a shortcut as a command: the screens of the group "Go to" get its name as a prefix. */
function commandLabel({ group, label }: Shortcut): string {
  return group === 'Go to' ? t('Go to {label}', { label }) : label;
}

/** The shortcuts of the screen, without the palette's own. Those for moving in a list are last. */
function useShortcutCommands(): CommandItem[] {
  // The palette's own shortcuts stay registered while it is open.
  const registered = useStore(shortcuts.list);
  const others = registered.filter(({ keys }) => keys !== PALETTE_KEYS);
  const rank = ({ group }: Shortcut) => (group === 'Lists' ? 1 : 0);
  return others
    .toSorted((a, b) => rank(a) - rank(b))
    .map((shortcut) => ({
      value: `command ${shortcut.keys} ${shortcut.label}`,
      label: commandLabel(shortcut),
      keys: showKeys(shortcut.keys),
      run: shortcut.run,
    }));
}

const THEMES = [
  { theme: 'light', label: t('Light theme') },
  { theme: 'dark', label: t('Dark theme') },
  { theme: undefined, label: t('Theme of the system') },
] as const;

function useScreens(): CommandItem[] {
  const navigate = useNavigate();
  const hasPlans = useHasPlans();
  const isOperator = useQuery(profileQuery).data?.operator;
  const places = [...PLACES, ...(hasPlans ? [BILLING] : []), ...(isOperator ? [OPERATOR] : [])];
  return places.map(({ label, keywords, to }) => ({
    value: `screen ${label}`,
    label,
    keywords,
    run: () => void navigate({ to }),
  }));
}

/** The commands of the palette that need no search: shortcuts, screens, settings, and the other workspaces. */
export function useCommands(onWorkspaces: () => void): CommandGroup[] {
  const commands = useShortcutCommands();
  const screens = useScreens();
  const current = useQuery(currentWorkspace()).data?.id;
  const others = (useQuery(workspaceList()).data ?? []).filter(({ id }) => current && id !== current);
  return [
    { heading: t('Commands'), items: commands },
    { heading: t('Screens and settings'), items: screens },
    {
      heading: t('Workspace'),
      items: [
        ...others.map(({ id, name }) => ({
          value: `workspace ${id}`,
          label: name,
          keywords: 'switch workspace',
          detail: t('Switch workspace'),
          run: () => openWorkspace(id),
        })),
        {
          value: 'workspaces',
          label: t('Switch or create workspace'),
          keywords: 'new workspace team',
          run: onWorkspaces,
        },
      ],
    },
    {
      heading: t('Appearance and account'),
      items: [
        ...THEMES.map(({ theme, label }) => ({
          value: `theme ${label}`,
          label,
          keywords: 'color mode appearance',
          run: () => sessionStore.setPreferences({ theme }),
        })),
        { value: t('log out'), label: t('Log out'), keywords: 'sign out leave', run: logOut },
      ],
    },
  ];
}
