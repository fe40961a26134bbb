import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useFreezeWhileHovered } from './use-freeze-while-hovered';

interface Props {
  value: string;
  question?: string;
  stale?: boolean;
}

function Panel({ value, ...options }: Props) {
  const { value: shown, release, hold } = useFreezeWhileHovered(value, options);
  return (
    <>
      <section aria-label="Panel" {...hold}>
        <button type="button">Row</button>
        {shown}
      </section>
      <button type="button" onClick={release}>
        Show new
      </button>
    </>
  );
}

const panel = () => screen.getByRole('region', { name: 'Panel' });

describe('a panel that does not move under the pointer', () => {
  it('keeps its value while the pointer or the focus is inside', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Panel value="one" />);
    await user.hover(panel());
    rerender(<Panel value="two" />);
    expect(panel()).toHaveTextContent('one');
    await user.unhover(panel());
    expect(panel()).toHaveTextContent('two');
    await user.tab();
    rerender(<Panel value="three" />);
    expect(panel()).toHaveTextContent('two');
  });

  it('shows the answer to another question at once, and then keeps that', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Panel question="all" value="1,599" />);
    await user.hover(panel());
    rerender(<Panel question="instagram" value="1,599" stale />);
    rerender(<Panel question="instagram" value="843" />);
    expect(panel()).toHaveTextContent('843');
    rerender(<Panel question="instagram" value="844" />);
    expect(panel()).toHaveTextContent('843');
  });

  it('shows a newer value when it is released', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Panel value="one" />);
    await user.tab();
    rerender(<Panel value="two" />);
    await user.click(screen.getByRole('button', { name: 'Show new' }));
    expect(panel()).toHaveTextContent('two');
  });
});
