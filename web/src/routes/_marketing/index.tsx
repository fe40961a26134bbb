import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '@/features/marketing/landing/landing-page';
import { PricingSection } from '@/features/pricing/pricing-section';

export const Route = createFileRoute('/_marketing/')({
  component: () => <LandingPage pricing={<PricingSection />} />,
});
