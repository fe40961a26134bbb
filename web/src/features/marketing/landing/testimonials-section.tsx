import { Rating } from '@/shared/ui/progress-track';

// Fictional people and companies.
const VOICES = [
  {
    rating: 5,
    text: 'We reprinted nothing this year. The posters from March now lead to the winter programme, and we can see which tram stop people scanned them at.',
    name: 'Teodora Vance',
    role: 'Programme lead, Harrow & Finch Theatre',
  },
  {
    rating: 5,
    text: 'The hour matrix settled a two-year argument about when to send the newsletter.',
    name: 'Bram Okonski',
    role: 'Editor, Northlight Press',
  },
  {
    rating: 4,
    text: 'Moved 3,000 links over in an afternoon. I would like a darker dark mode.',
    name: 'June Adeyemi-Holt',
    role: 'Operations, Kestrel Freight',
  },
] as const;

/** Three sample testimonials; the first is larger. */
export function TestimonialsSection() {
  return (
    <section id="testimonials" className="site-band" aria-labelledby="testimonials-title">
      <div className="site-wrap">
        <div className="quotes-head">
          <h2 id="testimonials-title">What people say</h2>
          <p className="ui-muted">Sample quotes from fictional companies.</p>
        </div>
        <div className="site-grid12 landing-quotes">
          {VOICES.map(({ rating, text, name, role }) => (
            <article key={name}>
              <h3 className="ui-sr-only">{name}</h3>
              <Rating value={rating} />
              <blockquote>{text}</blockquote>
              <p className="quotes-by">
                <b>{name}</b>
                {role}
              </p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
