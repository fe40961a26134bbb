import { Icon } from '@/shared/ui/icon';

/** Where the card's picture stands. */
export type PictureState = 'none' | 'loading' | 'shown' | 'broken';

interface Props {
  image: string;
  state: PictureState;
  onState: (state: PictureState) => void;
}

/** The picture of a card, or a place for one. */
export function CardImage({ image, state, onState }: Props) {
  if (state === 'none' || state === 'broken') {
    return (
      <span className="picture">
        <Icon name="page" />
      </span>
    );
  }
  return (
    <img
      className="picture"
      src={image}
      alt=""
      referrerPolicy="no-referrer"
      onLoad={() => onState('shown')}
      onError={() => onState('broken')}
    />
  );
}
