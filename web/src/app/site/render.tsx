import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FeaturesPage } from '@/features/marketing/features/features-page';
import { LandingPage } from '@/features/marketing/landing/landing-page';
import { PrivacyPage } from '@/features/marketing/legal/privacy-page';
import { TermsPage } from '@/features/marketing/legal/terms-page';
import { AboutPage } from '@/features/marketing/pages/about-page';
import { ContactPage } from '@/features/marketing/pages/contact-page';
import { HelpPage } from '@/features/marketing/pages/help-page';
import { Main, PublicLayout } from '@/features/marketing/public-layout';
import { PricingPage } from '@/features/pricing/pricing-page';
import { PricingSection } from '@/features/pricing/pricing-section';
import { type Markup, splitHoisted } from '../hoisted';
import { NotFound } from '../not-found';

const page = (content: ReactNode) => (
  <PublicLayout>
    <Main>{content}</Main>
  </PublicLayout>
);

/** The public pages, by path. React renders them at build time only. */
const PAGES: Readonly<Record<string, ReactNode>> = {
  '/': page(
    <LandingPage
      pricing={
        <div data-island="pricing">
          <PricingSection />
        </div>
      }
    />,
  ),
  '/features': page(<FeaturesPage />),
  '/pricing': page(<PricingPage />),
  '/help': (
    <PublicLayout>
      <HelpPage />
    </PublicLayout>
  ),
  '/about': page(<AboutPage />),
  '/contact': page(<ContactPage />),
  '/terms': page(<TermsPage />),
  '/privacy': page(<PrivacyPage />),
};

/** The paths of the public pages. */
export const SITE_PATHS: readonly string[] = Object.keys(PAGES);

/** Renders a public page; the not-found page for any other path. */
export function renderPage(path: string): Markup {
  return splitHoisted(renderToStaticMarkup(PAGES[path] ?? <NotFound />));
}
