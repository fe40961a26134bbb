import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClickStream } from '@/entities/click/use-click-stream';
import { countLinks, listLinks } from '@/entities/link/link.queries';
import type { Link } from '@/entities/link/link.types';
import { PRODUCT } from '@/shared/config/product';
import { plural } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { DeleteLinksDialog } from './delete-links-dialog';
import { FilterPills } from './filter-pills';
import type { Skipped } from './link-actions';
import { LinksBulkBar } from './links-bulk-bar';
import { EmptyView, NoLinksYet, NoMatch } from './links-empty';
import { LinksList, LinksSkeleton } from './links-list';
import { LinksPager } from './links-pager';
import { FIRST_PAGE, filterParams, isFiltered, type LinksSearch, listParams, NO_FILTERS } from './links-search';
import { type ChangeSearch, LinksToolbar } from './links-toolbar';
import { LinksViews } from './links-views';
import { SkippedDialog } from './skipped-dialog';
import { useLinkSelection } from './use-link-selection';
import { useLinksKeys } from './use-links-keys';
import './links.css';

const NONE: Link[] = [];

interface Props {
  search: LinksSearch;
  /** Changes the URL; what is not named stays. */
  onChange: ChangeSearch;
  /** Opens the next part of the list, behind this cursor. */
  onNext: (cursor: string) => void;
  /** Null on the first part. */
  onBack: (() => void) | null;
}

/** All links: found, ordered, selected and changed. */
export function LinksScreen({ search, onChange, onNext, onBack }: Props) {
  useClickStream();
  const params = listParams(search);
  const list = useQuery(listLinks(params));
  const links = list.data?.items ?? NONE;
  const selection = useLinkSelection(links, JSON.stringify(filterParams(search)));
  const [doomed, setDoomed] = useState<readonly Link[]>(NONE);
  const [skipped, setSkipped] = useState<Skipped>([]);
  const onEdit = (id: string) => onChange({ edit: id });
  useLinksKeys({ links, selection, onEdit, onClear: () => isFiltered(search) && onChange(NO_FILTERS) });
  const tags = useMemo(
    () => [...new Set([...search.tag, ...links.flatMap((link) => link.tags)])].sort(),
    [search.tag, links],
  );
  const nextCursor = list.data?.nextCursor;

  return (
    <>
      <title>{`Links · ${PRODUCT}`}</title>
      <div className="title">
        <h1>Links</h1>
        <span className="muted" role="status">
          {list.data &&
            (isFiltered(search) ? `${plural(list.data.total, 'link')} found` : plural(list.data.total, 'link'))}
        </span>
      </div>
      <LinksViews status={search.status} />
      <LinksToolbar search={search} tags={tags} onChange={onChange} />
      <FilterPills search={search} onChange={onChange} />
      {list.isPending && <LinksSkeleton />}
      {list.isError && (
        <div className="panel">
          <PanelError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {list.data && links.length === 0 && <Nothing search={search} onChange={onChange} />}
      {list.data && links.length > 0 && (
        <>
          <LinksList
            links={links}
            selection={selection}
            busy={list.isPlaceholderData}
            onEdit={onEdit}
            onDelete={(link) => setDoomed([link])}
            onTag={(tag) => onChange({ tag: [...new Set([...search.tag, tag])], ...FIRST_PAGE })}
          />
          <LinksPager
            page={search.page}
            shown={links.length}
            total={list.data.total}
            onBack={onBack}
            onNext={nextCursor ? () => onNext(nextCursor) : null}
          />
        </>
      )}
      <LinksBulkBar
        selection={selection}
        shown={links.length}
        total={list.data?.total ?? 0}
        params={params}
        onDelete={setDoomed}
        onView={setSkipped}
      />
      <DeleteLinksDialog links={doomed} onClose={() => setDoomed(NONE)} onDone={selection.none} onView={setSkipped} />
      <SkippedDialog skipped={skipped} onClose={() => setSkipped([])} />
    </>
  );
}

/** Why the list is empty decides what it says: nothing was made yet, nothing matches, or this view has nothing. */
function Nothing({ search, onChange }: { search: LinksSearch; onChange: ChangeSearch }) {
  const living = useQuery(countLinks(filterParams({})));
  const archived = useQuery(countLinks(filterParams({ status: 'archived' })));
  if (isFiltered(search)) return <NoMatch onClear={() => onChange(NO_FILTERS)} />;
  if (living.data === undefined || archived.data === undefined) return <LinksSkeleton rows={3} />;
  if (living.data + archived.data === 0) return <NoLinksYet />;
  const elsewhere = search.status === undefined ? ('archived' as const) : undefined;
  return <EmptyView status={search.status} onAll={() => onChange({ status: elsewhere, ...FIRST_PAGE })} />;
}
