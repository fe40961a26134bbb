import { installFacts } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { DayStrip } from './day-strip';
import { DemoForm } from './demo-form';
import { HeroArt } from './hero-art';
import { ShrinkLine } from './shrink-line';

/** The top of the start page. The eye blinks when the page opens and when the demo form is submitted. */
export function Hero() {
  const { freeLinks } = installFacts();
  return (
    <div className="landing-hero" data-island="demo-form">
      <div className="site-wrap">
        <div className="hero-row">
          <h1>
            <span>Shorten. Track. </span>
            <span>Convert. </span>
            <span>Blink-Quick.</span>
          </h1>
          <HeroArt />
        </div>
        <ShrinkLine />
        <div className="site-grid12 landing-pitch">
          <div className="pitch-try">
            <DemoForm />
            <p className="pitch-note">{`Free users can create ${freeLinks} links. No credit card needed.`}</p>
          </div>
          <div className="pitch-why">
            <p>
              Short links and QR codes for marketers, creators, retailers and startups who want to know what happened
              after the click.
            </p>
            <div className="pitch-acts">
              <a href="/signup" className={buttonClass({ tone: 'ink', size: 'lg' })}>
                Start for Free
              </a>
              <a href="/features" className={buttonClass({ size: 'lg' })}>
                Explore Features
              </a>
            </div>
          </div>
        </div>
      </div>
      <DayStrip />
    </div>
  );
}
