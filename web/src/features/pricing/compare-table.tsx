/** The comparison of the plans. Its island fills the table and shows the section. */
export function CompareTable() {
  return (
    <section className="site-band" aria-labelledby="compare-title" data-part="compare" hidden>
      <div className="site-wrap">
        <h2 id="compare-title" className="band-title">
          Compare plans
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen the keyboard must be able to scroll it */}
        <div className="compare-scroll" tabIndex={0} role="region" aria-label="Comparison of the plans">
          <table className="pricing-page-compare" data-part="table" />
        </div>
      </div>
    </section>
  );
}
