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

/** Linnet beside three hosted services. */
export function FieldTable() {
  const { supportEmail } = installFacts();
  return (
    <section className="site-band" aria-labelledby="field-title">
      <div className="site-wrap">
        <h2 id="field-title" className="band-title">
          Beside the others.
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
          Read in 2026: Dub’s source of August, Bitly’s API documentation, Short.io’s own client library of April. “No”
          means that we did not find it there. If one of them has moved on,{' '}
          <a href={`mailto:${supportEmail}`}>tell us</a> and we mend the table.
        </p>
      </div>
    </section>
  );
}
