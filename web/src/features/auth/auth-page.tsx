import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PRODUCT } from '@/shared/config/product';
import { Wordmark } from '@/shared/ui/wordmark';
import { AuthArt } from './auth-art';

interface Props {
  title: string;
  heading: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The page around sign-up, login and the reset: the form at the left, the eye at the right of wide screens. */
export function AuthPage({ title, heading, lead, children }: Props) {
  return (
    <div className="auth-page">
      <title>{`${title} · ${PRODUCT}`}</title>
      <header>
        <Link to="/" className="no-underline" aria-label={`${PRODUCT}, home`}>
          <Wordmark />
        </Link>
      </header>
      <main>
        <h1>{heading}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </main>
      <AuthArt />
    </div>
  );
}
