import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { BioPagesScreen } from '@/features/bio-pages/list/bio-pages-screen';
import { type BioPagesSearch, parseBioPagesSearch } from '@/features/bio-pages/list/bio-pages-search';

export const Route = createFileRoute('/dashboard/bio-pages/')({
  validateSearch: (search: Partial<BioPagesSearch> & SearchSchemaInput) => parseBioPagesSearch(search),
  component: BioPagesRoute,
});

function BioPagesRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/bio-pages/' });
  return <BioPagesScreen search={search} onChange={(next) => void navigate({ search: next, resetScroll: false })} />;
}
