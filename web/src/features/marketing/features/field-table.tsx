import { installFacts } from '@/shared/config/product';
import { COLUMNS, FIELD_ROWS } from './field-rows';

function Cell({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return <span className="field-text">{value}</span>;
  return (
    <>
      <span className={value ? 'field-yes' : 'field-no'} aria-hidden="true" />
      <span className="ui-sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  );
}

/** Compares Linnet with three hosted services. */
export function FieldTable() {
  const { supportEmail } = installFacts();
  return (
    <section className="site-band" aria-labelledby="field-title">
      <div className="site-wrap">
        <h2 id="field-title" className="band-title">
          How Linnet compares
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen the keyboard must be able to scroll it */}
        <div className="field-scroll" tabIndex={0} role="region" aria-label="Comparison with hosted services">
          <table className="field-table">
            <thead>
              <tr>
                <td />
                {COLUMNS.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {FIELD_ROWS.map(({ what, cells }) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  {COLUMNS.map((name, index) => (
                    <td key={name}>
                      <Cell value={cells[index] ?? false} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="field-note">
          As of 2026, from Dub’s source code (August), Bitly’s API documentation and Short.io’s client library (April).
          “No” means that we did not find the feature there. If something has changed,{' '}
          <a href={`mailto:${supportEmail}`}>let us know</a> and we will correct the table.
        </p>
      </div>
    </section>
  );
}
