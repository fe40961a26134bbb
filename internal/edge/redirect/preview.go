package redirect

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"linnet/internal/core/locale"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// servePreview shows the destination of a link (alias+). A preview is not
// recorded and claims no click. It does not show the destination of a link that
// has a password or that would not redirect now.
func (h *Handler) servePreview(w http.ResponseWriter, r *http.Request, dom *Domain, found Found, alias string) {
	if !isRead(r.Method) {
		h.refuseMethod(w, r, dom, readMethods)
		return
	}
	v := h.begin(w, r, dom, Found{Route: found.Route}, alias)
	defer v.end()
	if err := v.look(); err != nil {
		h.fail(w, r, dom, err, pageNotFound)
		return
	}
	switch v.decision.Outcome {
	case visitor.Redirected, visitor.Previewed:
		v.showPreview(alias)
	case visitor.Locked:
		h.pages.write(w, r, pagePassword, dom, view{Form: v.handOn("/" + escapePath(alias))})
	case visitor.FellBack:
		v.show(pageExpired)
	case visitor.Scheduled:
		v.showScheduled()
	default:
		v.show(pageOf(&v.decision))
	}
}

func (v *visit) showPreview(alias string) {
	summary := v.route.Summary()
	destination := cmp.Or(v.decision.Location, summary.URL)
	words := v.words()
	page := view{
		Next:      v.handOn("/" + escapePath(alias)),
		Text:      escapeFormat(summary.Title),
		OwnerText: true,
		Facts: []fact{
			{Name: words.Text("short_link"), Value: v.domain.Host + "/" + alias, Latin: true},
			{Name: words.Text("page.preview.destination"), Value: escapeFormat(destination), Latin: true},
		},
	}
	if site := routing.Website(destination); site != "" {
		page.Facts = append(page.Facts, fact{Name: words.Text("page.preview.website"), Value: escapeFormat(site), Latin: true})
	}
	if !summary.CreatedAt.IsZero() {
		page.Facts = append(page.Facts, fact{Name: words.Text("page.preview.created"), Value: words.Date(summary.CreatedAt)})
	}
	if summary.Varies {
		page.Note = words.Text("page.preview.varies")
	}
	v.h.pages.write(v.w, v.r, pagePreview, v.domain, page)
}

// showCard shows a social crawler the link's card instead of redirecting it.
func (v *visit) showCard() {
	preview := v.route.Preview()
	title := cmp.Or(preview.Title, v.route.Summary().Title)
	v.h.pages.write(v.w, v.r, pageCard, v.domain, view{
		Title:      title,
		OwnerTitle: true,
		Text:       preview.Description,
		OwnerText:  true,
		Next:       v.handOn(selfPath(v.r)),
		Card:       &card{Title: title, Description: preview.Description, Image: preview.Image},
	})
}

// showScheduled shows when a link opens, in UTC: the visitor's zone is unknown.
func (v *visit) showScheduled() {
	page := view{}
	if at := v.route.StartsAt(); !at.IsZero() {
		words := v.words()
		page.Text = words.Text("page.scheduled.opens", "time", words.Time(at.UTC()))
	}
	v.h.pages.write(v.w, v.r, pageScheduled, v.domain, page)
}

// show shows a page without further content.
func (v *visit) show(p page) { v.h.pages.show(v.w, v.r, p, v.domain) }

// words returns the texts of the pages that the visitor sees.
func (v *visit) words() locale.Choice { return v.domain.language(v.r) }

// pageOf returns the page of a decision that is neither a redirect nor a form.
func pageOf(d *routing.Decision) page {
	switch {
	case d.Outcome == visitor.Scheduled:
		return pageScheduled
	case d.Outcome == visitor.Expired:
		return pageExpired
	case d.Outcome == visitor.Archived:
		return pageArchived
	case d.Outcome == visitor.Deleted:
		return pageDeleted
	case d.Status == http.StatusGone && d.RuleID == "":
		return pageSuspended
	case d.Status == http.StatusGone:
		return pageArchived
	case d.Status == http.StatusNotFound:
		return pageNotFound
	case d.RuleID != "":
		return pageRestricted
	default:
		return pageBlocked
	}
}

// escapeFormat percent-encodes invisible format characters, such as
// bidirectional overrides, which can disguise a URL. Those that join emoji and
// letters stay.
func escapeFormat(text string) string {
	if !strings.ContainsFunc(text, isDeceptive) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isDeceptive(r) {
			b.WriteString(url.QueryEscape(string(r)))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isDeceptive(r rune) bool { return unicode.Is(unicode.Cf, r) && !routing.Joins(r) }
