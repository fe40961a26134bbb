import type { ReactNode } from 'react';
import { PageHead } from '@/shared/ui/page-head';
import { CallBand } from '../call-band';
import { FeaturesSection } from './features-section';
import { Hero } from './hero';
import { TestimonialsSection } from './testimonials-section';
import { UseCasesSection } from './use-cases-section';
import './landing.css';

/** The start page. The pricing section belongs to another feature and is handed in by the route. */
export function LandingPage({ pricing }: { pricing: ReactNode }) {
  return (
    <>
      <PageHead
        full
        title="Linnet: short links, QR codes and what became of them"
        description="Shorten, track, convert. Short links with rules, QR codes that a phone can read, and figures you can trust. Hosted, or yours from one file."
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
