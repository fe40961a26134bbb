import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '@/features/marketing/legal/terms-page';

export const Route = createFileRoute('/_marketing/terms')({
  component: TermsPage,
});
