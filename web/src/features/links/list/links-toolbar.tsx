import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/shared/ui/menu';
import { SearchBox } from '@/shared/ui/search-box';
import { RecentChanges } from '../actions/recent-changes';
import { ImportExportMenu } from './import-export-menu';
import { LabelFilters } from './label-filters';
import { FIRST_PAGE } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

const SORTS = [
  { sort: 'createdAt', order: 'desc', label: t('Newest') },
  { sort: 'createdAt', order: 'asc', label: t('Oldest') },
  { sort: 'clickCount', order: 'desc', label: t('Most clicks') },
  { sort: 'lastClickedAt', order: 'desc', label: t('Last clicked') },
  { sort: 'alias', order: 'asc', label: t('Alias A–Z') },
] as const;

interface Props {
  search: LinksSearch;
  onChange: ChangeSearch;
  /** Hides filters, sorting, import and export. */
  searchOnly?: boolean;
}

/** Search, filters, sort order, import and export. */
export function LinksToolbar({ search, onChange, searchOnly }: Props) {
  return (
    <div className="links-tools" role="search">
      <SearchBox
        label={t('Search links')}
        placeholder={t('Search alias, URL, title')}
        value={search.q}
        onChange={(q) => onChange({ q, ...FIRST_PAGE })}
      />
      {!searchOnly && <Filters search={search} onChange={onChange} />}
      {!searchOnly && <ImportExportMenu search={search} />}
      <RecentChanges />
    </div>
  );
}

function Filters({ search, onChange }: Props) {
  const current = SORTS.find(({ sort, order }) => sort === search.sort && order === search.order);
  return (
    <>
      <LabelFilters search={search} onChange={onChange} />
      <Menu
        trigger={
          <Button size="sm" aria-label={t('Sort by: {order}', { order: current?.label ?? t('Alias Z–A') })}>
            <Icon name="filter" />
            <span className="links-word">{current?.label ?? t('Alias Z–A')}</span>
          </Button>
        }
      >
        <MenuRadioGroup
          label={t('Sort by')}
          value={current?.label ?? null}
          onChange={(label) => {
            const { sort, order } = SORTS.find((one) => one.label === label) ?? SORTS[0];
            onChange({ sort, order, ...FIRST_PAGE });
          }}
        >
          {SORTS.map(({ label }) => (
            <MenuRadioItem key={label} value={label}>
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </Menu>
    </>
  );
}
