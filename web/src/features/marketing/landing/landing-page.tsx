import type { ReactNode } from 'react';
import { PageHead } from '@/shared/ui/page-head';
import { CallBand } from '../call-band';
import { FeaturesSection } from './features-section';
import { Hero } from './hero';
import { TestimonialsSection } from './testimonials-section';
import { UseCasesSection } from './use-cases-section';

/** The start page. The route passes the pricing section, which belongs to another feature. */
export function LandingPage({ pricing }: { pricing: ReactNode }) {
  return (
    <>
      <PageHead
        full
        title="Linnet: short links, QR codes and click analytics"
        description="Shorten, track, convert. Short links with redirect rules, scannable QR codes and reliable analytics. Hosted, or on your own server as a single binary."
        path="/"
        picture="home"
      />
      <Hero />
      <FeaturesSection />
      <UseCasesSection />
      <TestimonialsSection />
      {pricing}
      <CallBand />
    </>
  );
}
