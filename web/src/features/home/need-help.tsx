import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';

/** Links to the help center and to support. */
export function NeedHelp() {
  return (
    <section className="home-help" aria-labelledby="need-help">
      <BlinkEye size={40} />
      <div className="home-help-text">
        <h2 id="need-help">{t('Need help?')}</h2>
        <p>{t('Browse the help center or write to us.')}</p>
      </div>
      <div className="home-help-links">
        <a className={buttonClass()} href="/help">
          {t('Help Center')}
        </a>
        <a className={buttonClass()} href="/contact">
          {t('Contact Support')}
        </a>
      </div>
    </section>
  );
}
