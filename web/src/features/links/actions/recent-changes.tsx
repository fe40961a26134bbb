import { useStore } from '@/shared/hooks/use-store';
import { t } from '@/shared/i18n/t';
import { formatAgo } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { useLinkActions } from './link-actions';
import { recentActions } from './recent-actions';

/** A menu of this tab's recent changes that can be undone. */
export function RecentChanges() {
  const actions = useStore(recentActions);
  const { undoAction } = useLinkActions();
  if (actions.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" aria-label={t('Recent changes')}>
          <Icon name="refresh" />
          <span className="links-word">{t('Undo')}</span>
        </Button>
      }
    >
      <MenuLabel>{t('Undo a recent change')}</MenuLabel>
      {actions.map(({ id, title, at }) => (
        <MenuItem key={id} onSelect={() => undoAction(id)}>
          {title}
          <span className="ui-end ui-small">{formatAgo(at)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
