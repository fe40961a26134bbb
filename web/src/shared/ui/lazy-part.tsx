import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { isChunkError } from '@/shared/lib/chunk-error';
import type { LoadOnce } from '@/shared/lib/load-once';
import { MissingDialog, MissingPart } from './missing-part';

/** The components among a module's exports, by name, with their props. */
type PropsOf<Module, Name extends keyof Module> = Module[Name] extends (props: infer Props) => ReactNode
  ? Props
  : never;

/**
 * A component whose code is loaded when it is first rendered. If that fails, only this part is replaced, by a sentence
 * and a way to try again: the rest of the screen stays with what was typed on it. A part with `onClose` opens over the
 * page, and so does its sentence.
 *
 * What every visit of a screen shows is imported as usual.
 *
 * @param load loads the module; with `loadOnce` the part is rendered at once when the module is there
 * @param name the export of the module that is rendered
 * @param waiting what stands in the part's place while it is loaded
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: LoadOnce<Module>,
  name: Name,
  waiting: ReactNode = null,
): (props: PropsOf<Module, Name>) => ReactNode {
  type Props = PropsOf<Module, Name>;
  // React keeps the rejection of a lazy component: each attempt needs a new one.
  const attempt = () => lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  let Part = attempt();
  const renew = () => {
    Part = attempt();
  };
  const choose = () => (load.loaded?.[name] as ComponentType<object> | undefined) ?? Part;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, as React.lazy is.
  return function LazyPart(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    return (
      <PartBoundary onMissing={renew} onClose={onClose}>
        {() => (
          <Suspense fallback={waiting}>
            <Mounted choose={choose} props={props as object} />
          </Suspense>
        )}
      </PartBoundary>
    );
  };
}

/** Chooses the component once, when the part is mounted: one whose type changed later would lose its state. */
function Mounted({ choose, props }: { choose: () => ComponentType<object>; props: object }) {
  const [Part] = useState(choose);
  return <Part {...props} />;
}

interface BoundaryProps {
  /** The part's code could not be loaded. */
  onMissing: () => void;
  onClose?: () => void;
  children: () => ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkError(error)) this.props.onMissing();
  }

  readonly retry = () => this.setState({ error: undefined });

  override render() {
    const { error } = this.state;
    const { children, onClose } = this.props;
    if (error === undefined) return children();
    // A fault of the part itself: the screen's own error view shows it.
    if (!isChunkError(error)) throw error;
    if (onClose) return <MissingDialog onRetry={this.retry} onClose={onClose} />;
    return <MissingPart onRetry={this.retry} />;
  }
}
