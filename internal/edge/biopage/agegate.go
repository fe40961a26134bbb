package biopage

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/budget"
	"linnet/internal/base/fault"
	"linnet/internal/core/locale"
	"linnet/internal/core/page"
	"linnet/internal/edge/publicpage"
)

const (
	// ageCookie contains the highest age that the visitor confirmed on the domain, and
	// nothing that identifies the visitor. With HTTPS its name has the prefix.
	ageCookie    = "linnet-age"
	hostPrefix   = "__Host-" // RFC 6265bis, section 4.1.3.2
	ageField     = "age"     // of the form of the gate
	confirmedFor = 30 * 24 * time.Hour
)

// confirmed reports whether the visitor may see a page: it has no age gate, or the
// visitor confirmed the age.
func confirmed(r *http.Request, doc *page.Document) bool {
	return doc.AgeGate == 0 || confirmedAge(r, doc) >= doc.AgeGate
}

// cookieName returns the name of the cookie on the domain of a page.
func cookieName(doc *page.Document) string {
	if secure(doc) {
		return hostPrefix + ageCookie
	}
	return ageCookie
}

// secure reports whether the page has HTTPS.
func secure(doc *page.Document) bool { return strings.HasPrefix(doc.URL, "https:") }

// confirmedAge returns the age in the cookie, or 0.
func confirmedAge(r *http.Request, doc *page.Document) int {
	cookie, err := r.Cookie(cookieName(doc))
	if err != nil {
		return 0
	}
	age, err := strconv.Atoi(cookie.Value)
	if err != nil {
		return 0
	}
	return age
}

// confirmAge stores that the visitor confirmed the age of a page, and writes a
// redirect to it. It is NotFound for any other age, and writes nothing then.
func confirmAge(w http.ResponseWriter, r *http.Request, doc *page.Document, age string) error {
	if doc.AgeGate == 0 || age != strconv.Itoa(doc.AgeGate) {
		return fault.New(fault.NotFound, "Only forms of the page can be sent.")
	}
	http.SetCookie(w, &http.Cookie{
		Name:     cookieName(doc),
		Value:    strconv.Itoa(max(doc.AgeGate, confirmedAge(r, doc))),
		Path:     "/",
		MaxAge:   int(confirmedFor.Seconds()),
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   secure(doc),
	})
	w.Header().Set("Cache-Control", "no-store")
	self := url.URL{Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, self.String(), http.StatusSeeOther)
	return nil
}

// gate is the page on which visitors confirm their age.
type gate struct {
	html   []byte
	policy string
}

// gateOf returns a form for the age of visitors, with the title of the page and nothing else
// of its content; nil if the page has no age gate.
func (h *Handler) gateOf(b *budget.Budget, words *locale.Words, doc page.Document) (*gate, error) {
	if doc.AgeGate == 0 {
		return nil, nil //nolint:nilnil // no gate
	}
	doc.Description, doc.AvatarID, doc.Blocks, doc.Theme = "", "", nil, doc.Theme.WithoutImage()
	rendering := renderer{
		budget: b.Part(budget.Limits{}, nil),
		codes:  h.codes,
		words:  words,
		doc:    &doc,
		now:    h.clock.Now(),
		gate:   doc.AgeGate,
	}
	v, err := rendering.render()
	if err != nil {
		return nil, err
	}
	html, err := v.html()
	return &gate{html, policy(string(v.Style), doc.MediaURL)}, err
}

// write writes the form of the gate.
func (g *gate) write(w http.ResponseWriter, r *http.Request, language locale.Choice, status int) {
	header := w.Header()
	setHeaders(header, g.policy)
	header.Set("Cache-Control", "private, no-store")
	header.Set("Vary", "Cookie")
	publicpage.SetLanguage(header, language)
	header.Set("Content-Length", strconv.Itoa(len(g.html)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(g.html) // the client may have disconnected
	}
}
