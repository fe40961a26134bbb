import { useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Dialog } from '@/shared/ui/dialog';
import { SecretReveal } from '@/shared/ui/secret-reveal';
import { useReport } from '@/widgets/report/report-context';
import { ShareForm } from './share-form';
import { ShareList } from './share-list';
import './share.css';

interface Props {
  /** The subject of the report: "Analytics", or a link's alias. */
  name: string;
  onClose: () => void;
}

/** Creates public pages of a report, and lists them. */
export function ShareDialog({ name, onClose }: Props) {
  const { linkId } = useReport();
  const [created, setCreated] = useState<{ url: string; copied: boolean } | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('Share {name}', { name })}
      description={t('Creates a public page with the data listed below. Visitors can filter it further.')}
    >
      {created ? (
        <SecretReveal
          title={created.copied ? t('Public page created, link copied') : t('Public page created')}
          label={t('Link to the page')}
          what={t('the link')}
          secret={created.url}
          copied={created.copied}
        >
          <button type="button" className="ui-more ui-link" onClick={() => setCreated(null)}>
            {t('Create another')}
          </button>
        </SecretReveal>
      ) : (
        <ShareForm name={name} onCreated={(url, copied) => setCreated({ url, copied })} />
      )}
      <h3 className="share-title">{t('Shared pages')}</h3>
      <ShareList linkId={linkId} />
    </Dialog>
  );
}
