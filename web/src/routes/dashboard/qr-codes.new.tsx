import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { NewStudio } from '@/features/qr/studio/studio-screen';

interface NewCodeSearch {
  /** The link that is selected initially. */
  linkId?: string;
}

export const Route = createFileRoute('/dashboard/qr-codes/new')({
  // Parsed with the component, which other pages do not load.
  validateSearch: (search: NewCodeSearch & SearchSchemaInput): NewCodeSearch => search,
  component: NewCodeRoute,
});

function NewCodeRoute() {
  const search = Route.useSearch();
  const linkId = typeof search.linkId === 'string' ? search.linkId : undefined;
  return <NewStudio key={linkId} linkId={linkId} />;
}
