import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { SettingsScreen } from '@/features/settings-workspace/settings-screen';

export const Route = createFileRoute('/dashboard/settings')({
  // The package whose button on the pricing page led here.
  validateSearch: ({ plan }: { plan?: string } & SearchSchemaInput): { plan?: string } =>
    typeof plan === 'string' ? { plan } : {},
  component: SettingsRoute,
});

function SettingsRoute() {
  const { plan } = Route.useSearch();
  return <SettingsScreen plan={plan} />;
}
