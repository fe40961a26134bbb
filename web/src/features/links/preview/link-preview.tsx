import { lazy, Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { shortDestination, withScheme } from '@/entities/link/destination';
import { DestinationIcon } from '@/entities/link/ui/destination-icon';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Icon } from '@/shared/ui/icon';
import { Skeleton } from '@/shared/ui/skeleton';
import type { LinkForm } from '../form/link-form.schema';
import { FinalUrl } from './final-url-view';

const CardPreviews = lazy(() => import('./card-previews').then((module) => ({ default: module.CardPreviews })));

/** What the networks would show: the link's own card, or a sketch of it. */
function cardOf({ preview, title }: LinkForm, host: string, url: string) {
  const [own, description, image] = [preview.title, preview.description, preview.image].map((text) => text.trim());
  return {
    title: own || title.trim() || shortDestination(url),
    description: description ?? '',
    image: withScheme(image ?? ''),
    host,
    own: [own, description, image].some(Boolean),
  };
}

/** What comes of the form, as it is typed: the short link, where it leads, what a visitor meets on the way. */
export function LinkRail({ host }: { host: string }) {
  const { watch } = useFormContext<LinkForm>();
  const form = watch();
  const alias = form.alias.trim().replace(/^\//, '');
  const url = withScheme(form.url);
  return (
    <aside className="view" aria-label="Live preview">
      <div>
        <h3>Short link</h3>
        <span className="chip hot big whole">
          {host}/{alias || '·······'}
        </span>
        <p className="small muted mt-2">{alias ? `${host.length + alias.length + 1} characters` : 'A random alias'}</p>
      </div>
      <div>
        <h3>Leads to</h3>
        {form.split.length > 0 && <Variants split={form.split} />}
        {form.split.length === 0 && url && (
          <>
            <div className="card">
              <DestinationIcon url={url} />
              <div className="min-w-0">
                <b className="cut block">{form.title.trim() || shortDestination(url).split('/')[0]}</b>
                <span className="cut block">{shortDestination(url)}</span>
              </div>
            </div>
            <FinalUrl url={url} utm={form.utm} />
          </>
        )}
        {form.split.length === 0 && !url && (
          <p className="card none muted">
            <BlinkEye size={20} />
            No destination yet
          </p>
        )}
      </div>
      {url && (
        <div>
          <h3>Card</h3>
          <Suspense fallback={<Skeleton height={180} />}>
            <CardPreviews card={cardOf(form, host, url)} />
          </Suspense>
        </div>
      )}
      <div>
        <h3>On the way</h3>
        <ol className="path">
          {waypoints(form).map((step) => (
            <li key={step}>
              <Icon name="arrow" />
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}

/** The addresses of a split with their shares: they replace the destination. */
function Variants({ split }: { split: LinkForm['split'] }) {
  return (
    <ol className="grid gap-2">
      {split.map((variant) => (
        <li key={variant.id} className="card">
          <b className="mono">{variant.weight}%</b>
          <span className="cut block">{shortDestination(withScheme(variant.url)) || 'No address yet'}</span>
        </li>
      ))}
    </ol>
  );
}

/** What a visitor meets between the short link and the destination, in sentences. */
export function waypoints(form: LinkForm): string[] {
  const steps: string[] = [];
  if (form.startsAt) steps.push('Before the start: a page that says so');
  if (form.password && !form.dropPassword) steps.push('Asked for the password');
  if (form.rules.length > 0)
    steps.push(`Sorted by ${form.rules.length === 1 ? 'one rule' : `${form.rules.length} rules`}`);
  if (form.split.length > 0) steps.push(`Split among ${form.split.length} variants`);
  steps.push(`Sent on with ${form.redirectStatus}`);
  if (form.expiresAt || form.maxClicks.trim()) {
    steps.push(form.fallbackUrl.trim() ? 'After the end: to your other address' : 'After the end: a page that says so');
  }
  return steps;
}
