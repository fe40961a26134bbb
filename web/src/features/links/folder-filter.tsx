import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { folders } from '@/entities/label/label.queries';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { FIRST_PAGE } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

/** Shows one folder's links. Not there while the workspace has no folder. */
export function FolderFilter({ search, onChange }: { search: LinksSearch; onChange: ChangeSearch }) {
  const { data = [] } = useQuery(folders());
  if (data.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" aria-label="Folders">
          <Icon name="folder" />
          <span className="word">Folders</span>
        </Button>
      }
    >
      <MenuLabel>Only links in</MenuLabel>
      {data.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChange({ folder: search.folder === id ? '' : id, ...FIRST_PAGE })}>
          {name}
          {search.folder === id && (
            <span className="end">
              <Icon name="check" />
            </span>
          )}
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem asChild>
        <RouteLink className="item" to="/dashboard/settings">
          Manage folders
        </RouteLink>
      </MenuItem>
    </Menu>
  );
}
