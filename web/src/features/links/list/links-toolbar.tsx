import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { SearchBox } from '@/shared/ui/search-box';
import { RecentChanges } from '../actions/recent-changes';
import { TransferMenu } from './import-export-menu';
import { LabelFilters } from './label-filters';
import { FIRST_PAGE } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

const SORTS = [
  { sort: 'createdAt', order: 'desc', label: 'Newest' },
  { sort: 'createdAt', order: 'asc', label: 'Oldest' },
  { sort: 'clickCount', order: 'desc', label: 'Most clicks' },
  { sort: 'lastClickedAt', order: 'desc', label: 'Last clicked' },
  { sort: 'alias', order: 'asc', label: 'Alias A–Z' },
] as const;

interface Props {
  search: LinksSearch;
  onChange: ChangeSearch;
  /** There is nothing to filter or order by. */
  searchOnly?: boolean;
}

/** Search, filter and order of the list. */
export function LinksToolbar({ search, onChange, searchOnly }: Props) {
  return (
    <div className="links-tools" role="search">
      <SearchBox
        label="Search links"
        placeholder="Search alias, address, title"
        value={search.q}
        onChange={(q) => onChange({ q, ...FIRST_PAGE })}
      />
      {!searchOnly && <Filters search={search} onChange={onChange} />}
      {!searchOnly && <TransferMenu search={search} />}
      <RecentChanges />
    </div>
  );
}

function Filters({ search, onChange }: Props) {
  const now = SORTS.find(({ sort, order }) => sort === search.sort && order === search.order);
  return (
    <>
      <LabelFilters search={search} onChange={onChange} />
      <Menu
        trigger={
          <Button size="sm" aria-label={`Order: ${now?.label ?? 'by alias'}`}>
            <Icon name="filter" />
            <span className="links-word">{now?.label ?? 'Alias Z–A'}</span>
          </Button>
        }
      >
        {SORTS.map(({ sort, order, label }) => (
          <MenuItem key={label} onSelect={() => onChange({ sort, order, ...FIRST_PAGE })}>
            {label}
            {label === now?.label && (
              <span className="ui-end">
                <Icon name="check" />
              </span>
            )}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
