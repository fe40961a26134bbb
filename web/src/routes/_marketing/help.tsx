import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '@/features/marketing/pages/help-page';

export const Route = createFileRoute('/_marketing/help')({
  component: HelpPage,
  staticData: { ownMain: true },
});
