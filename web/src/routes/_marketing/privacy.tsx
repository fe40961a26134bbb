import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '@/features/marketing/legal/privacy-page';

export const Route = createFileRoute('/_marketing/privacy')({
  component: PrivacyPage,
});
