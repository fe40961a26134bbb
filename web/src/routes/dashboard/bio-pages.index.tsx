import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { BioPagesScreen } from '@/features/bio-pages/list/bio-pages-screen';
import { type BioPagesSearch, parseBioPagesSearch } from '@/features/bio-pages/list/bio-pages-search';

export const Route = createFileRoute('/dashboard/bio-pages/')({
  // Parsed with the component, which other pages do not load.
  validateSearch: (search: BioPagesSearch & SearchSchemaInput): BioPagesSearch => search,
  component: BioPagesRoute,
});

function BioPagesRoute() {
  const search = parseBioPagesSearch(Route.useSearch());
  const navigate = useNavigate({ from: '/dashboard/bio-pages/' });
  return <BioPagesScreen search={search} onChange={(next) => void navigate({ search: next, resetScroll: false })} />;
}
