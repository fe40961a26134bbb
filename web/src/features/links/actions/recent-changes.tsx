import { useSyncExternalStore } from 'react';
import { formatAgo } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { recentActions } from './recent-actions';

/** The changes of this visit, each with its Undo, for as long as the page stays open. */
export function RecentChanges() {
  const actions = useSyncExternalStore(recentActions.subscribe, recentActions.get, recentActions.get);
  if (actions.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" aria-label="Recent changes">
          <Icon name="refresh" />
          <span className="links-word">Undo</span>
        </Button>
      }
    >
      <MenuLabel>Undo a recent change</MenuLabel>
      {actions.map(({ id, title, at, undo }) => (
        <MenuItem key={id} onSelect={undo}>
          {title}
          <span className="ui-end ui-small">{formatAgo(at)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
