import { useWatch } from 'react-hook-form';
import { shortDestination, withScheme } from '@/entities/link/destination';
import { DestinationIcon } from '@/entities/link/ui/destination-icon';
import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';
import type { LinkForm } from '../form/link-form.schema';
import { FinalUrl } from './final-url-view';
import '../form/utm.css';
import './link-preview.css';

const CardPreviews = lazyPart(() => import('./card-previews'), 'CardPreviews', <Skeleton height={180} />);

/** The link's social card, or a sketch from its title and destination. */
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

/** A live preview of the form: short link, destination, social card and the steps of a visit. */
export function LinkPreview({ host }: { host: string }) {
  const form = useWatch<LinkForm>() as LinkForm;
  const alias = form.alias.trim().replace(/^\//, '');
  const url = withScheme(form.url);
  return (
    <aside className="link-form-view" aria-label={t('Live preview')}>
      <div>
        <h3>{t('Short link')}</h3>
        <span className="ui-chip ui-accent ui-big link-form-whole">
          {host}/{alias || '·······'}
        </span>
        <p className="ui-small ui-muted mt-2">
          {alias
            ? t('{count, plural, one {# character} other {# characters}}', { count: host.length + alias.length + 1 })
            : t('Random alias')}
        </p>
      </div>
      <div>
        <h3>{t('Destination')}</h3>
        {form.split.length > 0 && <Variants split={form.split} />}
        {form.split.length === 0 && url && (
          <>
            <div className="link-form-card">
              <DestinationIcon url={url} />
              <div className="min-w-0">
                <b className="ui-truncate block">{form.title.trim() || shortDestination(url).split('/')[0]}</b>
                <span className="ui-truncate block">{shortDestination(url)}</span>
              </div>
            </div>
            <FinalUrl url={url} utm={form.utm} />
          </>
        )}
        {form.split.length === 0 && !url && (
          <p className="link-form-card link-form-none ui-muted">
            <BlinkEye size={20} />
            {t('No destination yet')}
          </p>
        )}
      </div>
      {url && (
        <div>
          <h3>{t('Card')}</h3>
          <CardPreviews card={cardOf(form, host, url)} />
        </div>
      )}
      <div>
        <h3>{t('What visitors see')}</h3>
        <ol className="link-form-path">
          {visitSteps(form).map((step) => (
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

/** The variants of a split, which replace the destination. */
function Variants({ split }: { split: LinkForm['split'] }) {
  return (
    <ol className="grid gap-2">
      {split.map((variant) => (
        <li key={variant.id} className="link-form-card">
          <b className="ui-mono">{variant.weight}%</b>
          <span className="ui-truncate block">{shortDestination(withScheme(variant.url)) || t('No URL yet')}</span>
        </li>
      ))}
    </ol>
  );
}

/** The steps between the short link and the destination, as text. */
export function visitSteps(form: LinkForm): string[] {
  const steps: string[] = [];
  if (form.startsAt) steps.push(t('Before the start date: “not active yet” page'));
  if (form.password && !form.dropPassword) steps.push(t('Password prompt'));
  if (form.rules.length > 0)
    steps.push(t('{count, plural, one {# rule} other {# rules}} checked', { count: form.rules.length }));
  if (form.split.length > 0)
    steps.push(t('Split between {count, plural, one {# variant} other {# variants}}', { count: form.split.length }));
  steps.push(t('Redirect with {status}', { status: form.redirectStatus }));
  if (form.expiresAt || form.maxClicks.trim()) {
    steps.push(
      form.expiresAction === 'fallback' && form.fallbackUrl.trim()
        ? t('After the end: redirect to the fallback URL')
        : t('After the end: “link expired” page'),
    );
  }
  return steps;
}
