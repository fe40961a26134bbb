import { Link } from '@tanstack/react-router';
import { ModuleArt } from './module-art';

/** What else the links can do. Each of the three leads to where it is done. */
export function Impact() {
  return (
    <section className="home-impact">
      <h2>Maximize Your Impact</h2>
      <ol>
        <li>
          <ModuleArt rows={['00000001s', '0001112h', '000112hhh', '112hhhhhh']} />
          <h3>Track Every Click</h3>
          <p>Country, device, source and hour, counted once and without a cookie.</p>
          <Link className="ui-more" to="/dashboard/analytics">
            Open analytics
          </Link>
        </li>
        <li>
          <ModuleArt rows={['___hhhs', '222____', '___22__']} />
          <h3>Optimize Campaigns</h3>
          <p>Tag a link with its source and campaign, and see which one works.</p>
          <Link className="ui-more" to="/dashboard/links" search={{ new: 'link' }}>
            Tag a link
          </Link>
        </li>
        <li>
          <ModuleArt rows={['hhhhh_2_2', 'h___h2_2_', 'h_s_h_2_2', 'h___h2___', 'hhhhh_2__']} />
          <h3>Grow Your Audience</h3>
          <p>Name the alias, print it, say it aloud: a short link goes where a long one cannot.</p>
          <Link className="ui-more" to="/dashboard/links">
            See your links
          </Link>
        </li>
      </ol>
    </section>
  );
}
