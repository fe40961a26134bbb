import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';
import { folders, tags } from '@/entities/label/label.queries';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import { linkCountsByDomain } from '@/entities/link/link.queries';
import type { FilterOption } from '@/shared/ui/filter-list';
import { FilterMenu } from './filter-menu';
import { FIRST_PAGE } from './links-params';
import type { ChangeSearch, LinksSearch } from './links-search';

/** Maximum number of domains whose links are counted, since each count is a request. */
const MAX_COUNTED_DOMAINS = 20;

interface Props {
  search: LinksSearch;
  onChange: ChangeSearch;
}

/** Adds selected values that no longer exist, so that they can be deselected. */
function withChosen(options: readonly FilterOption[], chosen: readonly string[]): FilterOption[] {
  const known = new Set(options.map(({ value }) => value));
  return [...options, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
}

/** Tag, folder and domain filters. A filter without values is not shown. */
export function LabelFilters({ search, onChange }: Props) {
  const { data: knownTags = [] } = useQuery(tags());
  const { data: knownFolders = [] } = useQuery(folders());
  const tagOptions = withChosen(
    knownTags.map(({ name, links }) => ({ value: name, label: name, count: links })),
    search.tag,
  );
  return (
    <>
      {tagOptions.length > 0 && (
        <FilterMenu
          label="Tags"
          icon="tag"
          options={tagOptions}
          chosen={search.tag}
          onToggle={(tag) => onChange({ tag: toggled(search.tag, tag), ...FIRST_PAGE })}
        />
      )}
      {knownFolders.length > 0 && (
        <FilterMenu
          label="Folders"
          icon="folder"
          options={knownFolders.map(({ id, name, links, access }) => ({
            value: id,
            label: name,
            mark: access === 'members' && <RestrictedMark />,
            count: links,
          }))}
          chosen={search.folder ? [search.folder] : []}
          onToggle={(id) => onChange({ folder: search.folder === id ? '' : id, ...FIRST_PAGE })}
        />
      )}
      <DomainFilter search={search} onChange={onChange} />
    </>
  );
}

function DomainFilter({ search, onChange }: Props) {
  const { data: known = [] } = useQuery(domains());
  const hasSeveral = known.length > 1;
  const counted = known.slice(0, MAX_COUNTED_DOMAINS).map(({ host }) => host);
  const { data: counts = [] } = useQuery({ ...linkCountsByDomain(counted), enabled: hasSeveral });
  if (!hasSeveral) return null;
  return (
    <FilterMenu
      label="Domains"
      icon="globe"
      options={known.map(({ host, unicodeHost }, at) => ({ value: host, label: unicodeHost, count: counts[at] }))}
      chosen={search.domain ? [search.domain] : []}
      onToggle={(host) => onChange({ domain: search.domain === host ? '' : host, ...FIRST_PAGE })}
    />
  );
}

function toggled(list: readonly string[], entry: string): string[] {
  return list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];
}
