import { Icon } from '@/shared/ui/icon';
import { QrPicture } from './qr-picture';

const CHECKS = [
  { name: 'Decoded', value: 'full size, half size, turned' },
  { name: 'Contrast', value: '17 : 1' },
  { name: 'Quiet zone', value: '4 modules' },
  { name: 'Logo', value: 'none' },
  { name: 'Smallest print', value: '14 mm' },
] as const;

const SHAPES = ['square', 'round', 'dot', 'tall', 'wide', 'star'] as const;

/** The studio: the code in its frame, the shapes to choose from, and the verdict. */
export function QrStudioMini() {
  return (
    <div className="mini studio">
      <figure className="studio-frame">
        <QrPicture />
        <figcaption>Scan for linen</figcaption>
      </figure>
      <div>
        <p className="studio-score">
          <b className="figure">94</b>
          <span className="muted">of 100. Ready to print.</span>
        </p>
        <dl className="studio-checks">
          {CHECKS.map(({ name, value }) => (
            <div key={name}>
              <dt>
                <Icon name="check" />
                {name}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ul className="studio-shapes" aria-hidden="true">
          {SHAPES.map((shape) => (
            <li key={shape} data-shape={shape}>
              <i />
              <i />
              <i />
              <i />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
