import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '@/features/marketing/pages/contact-page';

export const Route = createFileRoute('/_marketing/contact')({
  component: ContactPage,
});
