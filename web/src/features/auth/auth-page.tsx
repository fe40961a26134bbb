import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';
import { PageHead } from '@/shared/ui/page-head';
import { Wordmark } from '@/shared/ui/wordmark';
import { AuthArt } from './auth-art';

interface Props {
  title: string;
  /** For search engines and link previews. */
  description: string;
  heading: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The page around sign-up, login and the reset: the form at the left, the eye at the right of wide screens. */
export function AuthPage({ title, description, heading, lead, children }: Props) {
  const { pathname } = useLocation();
  return (
    <div className="auth-page">
      <PageHead title={title} description={description} path={pathname} picture="account" />
      <header>
        <a href="/" className="no-underline" aria-label={t('{product}, home', { product: PRODUCT })}>
          <Wordmark />
        </a>
      </header>
      <main>
        <h1>{heading}</h1>
        {lead && <p className="auth-lead">{lead}</p>}
        {children}
      </main>
      <AuthArt />
    </div>
  );
}
