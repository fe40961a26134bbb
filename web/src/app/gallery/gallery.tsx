import { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '@/app/providers';
import { Segmented } from '@/shared/ui/segmented';
import { Controls } from './controls';
import { Displays } from './displays';
import { Overlays } from './overlays';
import './gallery.css';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** All components of the kit in their states, in the light or the dark theme. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('light');
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <main className="gallery">
      <header className="gallery-head">
        <h1>Kit</h1>
        <Segmented
          label="Theme"
          value={theme}
          options={THEMES.map((value) => ({ value, label: value }))}
          onChange={setTheme}
        />
      </header>
      <Controls />
      <Overlays />
      <Displays />
    </main>
  );
}

/** Renders the gallery instead of the app. Only the development server calls it. */
export function renderGallery(root: HTMLElement): void {
  createRoot(root).render(
    <Providers queryClient={new QueryClient()}>
      <Gallery />
    </Providers>,
  );
}
