import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { SearchBox } from '@/shared/ui/search-box';
import { FolderFilter } from './folder-filter';
import { FIRST_PAGE } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';
import { TransferMenu } from './transfer-menu';

const SORTS = [
  { sort: 'createdAt', order: 'desc', label: 'Newest' },
  { sort: 'createdAt', order: 'asc', label: 'Oldest' },
  { sort: 'clickCount', order: 'desc', label: 'Most clicks' },
  { sort: 'lastClickedAt', order: 'desc', label: 'Last clicked' },
  { sort: 'alias', order: 'asc', label: 'Alias A–Z' },
] as const;

interface Props {
  search: LinksSearch;
  /** Tags that the shown links have. */
  tags: readonly string[];
  onChange: ChangeSearch;
  /** There is nothing to filter or order by. */
  searchOnly?: boolean;
}

/** Search, filter and order of the list. */
export function LinksToolbar({ search, tags, onChange, searchOnly }: Props) {
  return (
    <div className="tools" role="search">
      <SearchBox
        label="Search links"
        placeholder="Search alias, address, title"
        value={search.q}
        onChange={(q) => onChange({ q, ...FIRST_PAGE })}
      />
      {!searchOnly && <Filters search={search} tags={tags} onChange={onChange} />}
      {!searchOnly && <TransferMenu search={search} />}
    </div>
  );
}

function Filters({ search, tags, onChange }: Props) {
  const now = SORTS.find(({ sort, order }) => sort === search.sort && order === search.order);
  return (
    <>
      {tags.length > 0 && (
        <Menu
          trigger={
            <Button size="sm" aria-label="Tags">
              <Icon name="tag" />
              <span className="word">Tags</span>
            </Button>
          }
        >
          <MenuLabel>Only links tagged</MenuLabel>
          {tags.map((tag) => (
            <MenuItem key={tag} onSelect={() => onChange({ tag: toggled(search.tag, tag), ...FIRST_PAGE })}>
              {tag}
              {search.tag.includes(tag) && (
                <span className="end">
                  <Icon name="check" />
                </span>
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
      <FolderFilter search={search} onChange={onChange} />
      <Menu
        trigger={
          <Button size="sm" aria-label={`Order: ${now?.label ?? 'by alias'}`}>
            <Icon name="filter" />
            <span className="word">{now?.label ?? 'Alias Z–A'}</span>
          </Button>
        }
      >
        {SORTS.map(({ sort, order, label }) => (
          <MenuItem key={label} onSelect={() => onChange({ sort, order, ...FIRST_PAGE })}>
            {label}
            {label === now?.label && (
              <span className="end">
                <Icon name="check" />
              </span>
            )}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function toggled(list: readonly string[], entry: string): string[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}
