import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { NotFoundArt } from './not-found-art';

/** The page of every unknown path. The visit is logged to the console. */
export function NotFound() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('404: no page at', pathname);
  }, [pathname]);
  return (
    <main className="centre-page">
      <title>{`Page not found · ${PRODUCT}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundArt />
      <h1 className="ui-sr-only">404</h1>
      <p className="ui-display text-28">Oops! Page not found</p>
      <p className="ui-muted">There is no page or short link at this address.</p>
      <Link to="/" className={buttonClass({ tone: 'primary' })}>
        Return to Home
      </Link>
    </main>
  );
}
