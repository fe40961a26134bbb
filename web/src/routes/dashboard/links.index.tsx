import {
  createFileRoute,
  type SearchSchemaInput,
  stripSearchParams,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router';
import { useState } from 'react';
import { listLinks } from '@/entities/link/link.queries';
import type { Link } from '@/entities/link/link.types';
import { LinkDialogs } from '@/features/links/form/link-dialogs';
import { listParams } from '@/features/links/list/links-params';
import { LinksScreen } from '@/features/links/list/links-screen';
import { type LinksSearch, linksDefaults, parseLinksSearch } from '@/features/links/list/links-search';

export const Route = createFileRoute('/dashboard/links/')({
  // Keeps the loader out of the chunk with all route definitions, which every page loads.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (raw: Partial<LinksSearch> & SearchSchemaInput) => parseLinksSearch(raw),
  search: { middlewares: [stripSearchParams(linksDefaults)] },
  loaderDeps: ({ search }) => search,
  // Only a head start: the screen shows its own loading and failing states.
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(listLinks(listParams(deps))),
  component: LinksRoute,
});

function LinksRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/links/' });
  const { draftUrl, draftAlias } = useRouterState({ select: (state) => state.location.state });

  const [created, setCreated] = useState<readonly Link[]>();

  const change = (named: Partial<LinksSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...named }), replace: 'q' in named, resetScroll: 'page' in named });

  return (
    <>
      <LinksScreen search={search} onChange={change} preselected={created} />
      <LinkDialogs
        creating={search.new === 'link'}
        listing={search.new === 'list'}
        draftUrl={draftUrl ?? search.url}
        draftAlias={draftAlias}
        copyOf={search.copy}
        editing={search.edit}
        onSelect={setCreated}
        onClose={() => change({ new: undefined, url: undefined, copy: undefined, edit: undefined })}
      />
    </>
  );
}
