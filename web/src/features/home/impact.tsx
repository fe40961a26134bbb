import { Link } from '@tanstack/react-router';
import { t } from '@/shared/i18n/t';
import { ModuleArt } from './module-art';

/** Three features with a link to each. */
export function Impact() {
  return (
    <section className="home-impact">
      <h2>{t('Maximize Your Impact')}</h2>
      <ol>
        <li>
          <ModuleArt rows={['00000001s', '0001112h', '000112hhh', '112hhhhhh']} />
          <h3>{t('Track Every Click')}</h3>
          <p>{t('See country, device, source and time, without cookies.')}</p>
          <Link className="ui-more" to="/dashboard/analytics">
            {t('Open analytics')}
          </Link>
        </li>
        <li>
          <ModuleArt rows={['___hhhs', '222____', '___22__']} />
          <h3>{t('Optimize Campaigns')}</h3>
          <p>{t('Add UTM parameters and compare which campaign works best.')}</p>
          <Link className="ui-more" to="/dashboard/links" search={{ new: 'link' }}>
            {t('Add UTM parameters')}
          </Link>
        </li>
        <li>
          <ModuleArt rows={['hhhhh_2_2', 'h___h2_2_', 'h_s_h_2_2', 'h___h2___', 'hhhhh_2__']} />
          <h3>{t('Grow Your Audience')}</h3>
          <p>{t('Use short links in print, on social media and in podcasts.')}</p>
          <Link className="ui-more" to="/dashboard/links">
            {t('View your links')}
          </Link>
        </li>
      </ol>
    </section>
  );
}
