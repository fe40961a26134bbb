import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { NotFoundArt } from './not-found-art';

/** The page of every unknown path. As a public page, it logs the visit to the console. */
export function NotFound() {
  return (
    <main className="centre-page" data-island="log-not-found">
      <title>{`Page not found · ${PRODUCT}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundArt />
      <h1 className="ui-sr-only">404</h1>
      <p className="ui-display text-28">Oops! Page not found</p>
      <p className="ui-muted">There is no page or short link at this address.</p>
      <a href="/" className={buttonClass({ tone: 'primary' })}>
        Return to Home
      </a>
    </main>
  );
}
