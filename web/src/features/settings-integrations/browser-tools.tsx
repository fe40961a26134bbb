import { t } from '@/shared/i18n/t';
import { buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { toast } from '@/shared/ui/toast';
import './browser-tools.css';

/** Opens the form for a new link to the page that is shown. */
const bookmarklet = (origin: string) =>
  `javascript:location.href='${origin}/new?url='+encodeURIComponent(location.href)`;

/** Ways to shorten a page from elsewhere in the browser or on the phone. All of them only open the form. */
export function BrowserTools() {
  const { origin } = window.location;
  const script = bookmarklet(origin);
  const keyword = `${origin}/new?url=%s`;
  return (
    <ul className="browser-tools">
      <li>
        <h3>{t('Bookmark')}</h3>
        <p className="ui-muted">
          {t(
            'Drag it to the bookmarks bar. On any page it opens a new link to that page. On a phone, copy the code and paste it as the address of a bookmark.',
          )}
        </p>
        <div className="browser-tool">
          <a
            href="/new"
            // React refuses such addresses; this one is code of ours that runs on the page where the bookmark is used.
            ref={(link) => link?.setAttribute('href', script)}
            className={buttonClass()}
            onClick={(event) => {
              event.preventDefault();
              toast({ title: t('Drag it to the bookmarks bar.') });
            }}
          >
            {t('Shorten this page')}
          </a>
          <CopyButton text={script} what={t('the code')} />
        </div>
      </li>
      <li>
        <h3>{t('Address bar')}</h3>
        <p className="ui-muted">
          {t(
            'Add a site search with this address and a keyword such as “short” in the settings of the browser. Then “short example.com” opens a new link.',
          )}
        </p>
        <div className="browser-tool">
          <code className="ui-mono">{keyword}</code>
          <CopyButton text={keyword} what={t('the address')} />
        </div>
      </li>
      <li>
        <h3>{t('App and share menu')}</h3>
        <p className="ui-muted">
          {t(
            'Install Linnet with the menu of the browser, or add it to the home screen. On Android it is then in the share menu of other apps.',
          )}
        </p>
      </li>
    </ul>
  );
}
