package shlink

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// shortURL is a link as Shlink returns it.
type shortURL struct {
	ShortCode        string   `json:"shortCode"`
	ShortURL         string   `json:"shortUrl"`
	LongURL          string   `json:"longUrl"`
	DateCreated      string   `json:"dateCreated"`
	VisitsSummary    summary  `json:"visitsSummary"`
	Tags             []string `json:"tags"`
	Meta             meta     `json:"meta"`
	Domain           *string  `json:"domain"` // null: the domain of the call
	Title            *string  `json:"title"`
	Crawlable        bool     `json:"crawlable"`
	ForwardQuery     bool     `json:"forwardQuery"`
	HasRedirectRules bool     `json:"hasRedirectRules"`
}

type meta struct {
	ValidSince *string `json:"validSince"`
	ValidUntil *string `json:"validUntil"`
	MaxVisits  *int64  `json:"maxVisits"`
}

func (a *api) shownOf(c *compat.Call, l *link.Link, bots int64) shortURL {
	out := shortURL{
		ShortCode:        l.Alias(),
		ShortURL:         link.ShortURL(a.Scheme, l.Domain, l.Alias()),
		LongURL:          l.URL,
		DateCreated:      *shownTime(l.CreatedAt),
		VisitsSummary:    summaryOf(l.ClickCount, bots),
		Tags:             make([]string, 0, len(l.Tags)),
		Meta:             meta{ValidSince: shownTime(l.StartsAt), ValidUntil: shownTime(l.ExpiresAt)},
		Domain:           a.shownHost(c, l.Domain),
		Crawlable:        l.Indexable,
		ForwardQuery:     l.ForwardQuery,
		HasRedirectRules: len(l.Rules) > 0,
	}
	for _, tag := range l.Tags {
		out.Tags = append(out.Tags, strings.ToLower(tag))
	}
	if l.MaxClicks > 0 {
		out.Meta.MaxVisits = &l.MaxClicks
	}
	if title := l.ShownTitle(); title != "" {
		out.Title = &title
	}
	return out
}

// shown returns links with their visits.
func (a *api) shown(c *compat.Call, links []link.Link) ([]shortURL, error) {
	out := make([]shortURL, len(links))
	if len(links) == 0 {
		return out, nil
	}
	ids := make([]string, len(links))
	for i := range links {
		ids[i] = links[i].ID
	}
	bots, err := a.clicksBy(c, analytics.Request{
		Traffic: analytics.Bot, Filters: []analytics.Filter{{Dimension: analytics.Link, Values: ids}},
	}, analytics.Link)
	if err != nil {
		return nil, err
	}
	for i := range links {
		out[i] = a.shownOf(c, &links[i], bots[links[i].ID])
	}
	return out, nil
}

// answer answers with one link.
func (a *api) answer(w http.ResponseWriter, c *compat.Call, l *link.Link) error {
	shown, err := a.shown(c, []link.Link{*l})
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, shown[0])
}

// find returns the link with a code on the domain of a call.
func (a *api) find(c *compat.Call, code string) (*link.Link, error) {
	asked := c.URL.Query().Get("domain")
	l, err := a.Links.Lookup(c.Context(), c.Actor, a.hostOf(c, asked), code)
	if fault.Is(err, fault.NotFound) {
		return nil, notFound(code, asked)
	}
	return l, err
}

func (a *api) read(w http.ResponseWriter, c *compat.Call) error {
	code, end := part(c)
	l, err := a.find(c, code)
	switch {
	case err != nil:
		return err
	case end == visitsEnd:
		return a.linkVisits(w, c, l)
	case end == rulesEnd:
		return writeRules(w, l)
	default:
		return a.answer(w, c, l)
	}
}

func (a *api) remove(w http.ResponseWriter, c *compat.Call) error {
	if _, end := part(c); end == visitsEnd {
		return a.deleteVisits(w, c)
	}
	l, err := a.find(c, c.PathValue("code"))
	if err == nil {
		err = a.Links.Delete(c.Context(), c.Actor, l.ID)
	}
	if err != nil {
		return err
	}
	return noContent(w)
}

// input are the fields of a link in a request.
type input struct {
	LongURL         compat.Given[string]   `json:"longUrl"`
	ValidSince      compat.Given[string]   `json:"validSince"`
	ValidUntil      compat.Given[string]   `json:"validUntil"`
	MaxVisits       compat.Given[int64]    `json:"maxVisits"`
	Tags            compat.Given[[]string] `json:"tags"`
	Title           compat.Given[string]   `json:"title"`
	Crawlable       compat.Given[bool]     `json:"crawlable"`
	ForwardQuery    compat.Given[*bool]    `json:"forwardQuery"`
	CustomSlug      string                 `json:"customSlug"` // of new links, as the rest
	PathPrefix      string                 `json:"pathPrefix"`
	ShortCodeLength int                    `json:"shortCodeLength"`
	Domain          string                 `json:"domain"`
	FindIfExists    bool                   `json:"findIfExists"`
}

// applyTo changes settings to those that the request names.
func (in *input) applyTo(s *link.Settings) error {
	if in.LongURL.Is {
		s.URL = in.LongURL.Value
	}
	for _, at := range []struct {
		name string
		from compat.Given[string]
		set  func(text string) bool
	}{
		{"validSince", in.ValidSince, func(text string) (ok bool) { s.StartsAt, ok = clock.ParseLoose(text); return ok }},
		{"validUntil", in.ValidUntil, func(text string) (ok bool) { s.ExpiresAt, ok = clock.ParseLoose(text); return ok }},
	} {
		if at.from.Is && !at.set(at.from.Value) && at.from.Value != "" {
			return invalidData("Enter a time such as 2026-11-28T12:00:00+00:00.", at.name)
		}
	}
	if in.MaxVisits.Is {
		s.MaxClicks = in.MaxVisits.Value
	}
	if in.Tags.Is {
		s.Tags = cleanTags(in.Tags.Value, s.Tags)
	}
	if in.Title.Is {
		s.Title = cut(in.Title.Value, link.MaxTitle)
	}
	if in.Crawlable.Is {
		s.Indexable = in.Crawlable.Value
	}
	if in.ForwardQuery.Is {
		s.ForwardQuery = in.ForwardQuery.Value == nil || *in.ForwardQuery.Value
	}
	return nil
}

// cut returns the first characters of a text, at most a number.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most])
}

// cleanTags returns tags as Shlink stores them: in lower case, with hyphens in place of spaces. Those that
// the link has, in any case, stay as they are.
func cleanTags(names, old []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		if i := slices.IndexFunc(old, func(tag string) bool { return strings.EqualFold(tag, strings.TrimSpace(name)) }); i >= 0 {
			out = append(out, old[i])
		} else if cleaned := cleanTag(name); cleaned != "" {
			out = append(out, cleaned)
		}
	}
	return out
}

func cleanTag(name string) string { return strings.ToLower(hyphenated(name)) }

// hyphenated returns a text with hyphens in place of white space, and none at its ends.
func hyphenated(text string) string { return strings.Join(strings.Fields(text), "-") }

func (a *api) create(w http.ResponseWriter, c *compat.Call) error {
	in := input{}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	l, err := a.made(c, &in)
	if err != nil {
		return err
	}
	return a.answer(w, c, l)
}

// shorten creates a link from the address bar.
func (a *api) shorten(w http.ResponseWriter, c *compat.Call) error {
	query := c.URL.Query()
	l, err := a.made(c, &input{LongURL: compat.Given[string]{Is: true, Value: query.Get("longUrl")}})
	if err != nil {
		return err
	}
	if query.Get("format") != "txt" {
		return a.answer(w, c, l)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, link.ShortURL(a.Scheme, l.Domain, l.Alias())) // the client may have disconnected
	return nil
}

// minLength is that of codes whose length a request names.
const minLength = 4

// made creates the link of a request, or finds it if the request wants that.
func (a *api) made(c *compat.Call, in *input) (*link.Link, error) {
	d := link.Draft{Domain: c.Domain, Settings: link.DefaultSettings()}
	if in.Domain != "" {
		d.Domain = a.hostOf(c, in.Domain)
	}
	if err := in.applyTo(&d.Settings); err != nil {
		return nil, err
	}
	if in.ShortCodeLength != 0 && in.ShortCodeLength < minLength {
		return nil, invalidData("A code has at least 4 characters.", "shortCodeLength")
	}
	slug := hyphenated(in.CustomSlug)
	if in.FindIfExists {
		if l, err := a.existing(c, in, &d, slug); err != nil || l != nil {
			return l, err
		}
	}
	if slug == "" {
		return a.CreateRandom(c, d, in.PathPrefix, in.ShortCodeLength)
	}
	alias := in.PathPrefix + slug
	d.Alias = &alias
	l, err := a.Links.Create(c.Context(), c.Actor, d)
	if fault.Is(err, fault.Conflict) && fault.Names(err, "alias") {
		return nil, taken(alias, in.Domain, err)
	}
	return l, err
}

// existing returns the oldest link that has all that the request names; nil: there is none.
func (a *api) existing(c *compat.Call, in *input, d *link.Draft, slug string) (*link.Link, error) {
	wanted := d.Normalized()
	if wanted.URL == "" {
		return nil, nil //nolint:nilnil // the creation says why
	}
	on, err := a.Domains.Usable(c.Context(), c.Actor.WorkspaceID, d.Domain)
	if fault.Is(err, fault.NotFound) {
		return nil, nil //nolint:nilnil // as above
	}
	if err != nil {
		return nil, err
	}
	page, err := a.Links.List(c.Context(), c.Actor, link.Filter{
		URL: wanted.URL, Domain: on.Host, Statuses: []link.Status{link.Active, link.Scheduled, link.Expired}, Ascending: true, Limit: maxSize,
	})
	for i := range page.Links {
		if in.matches(&page.Links[i], &wanted, slug) {
			return &page.Links[i], nil
		}
	}
	return nil, err
}

// matches reports whether a link has what the request names.
func (in *input) matches(l *link.Link, wanted *link.Draft, slug string) bool {
	return l.PasswordHash == "" &&
		(slug == "" || l.FoldAlias(in.PathPrefix+slug) == l.FoldAlias(l.Alias())) &&
		(!in.MaxVisits.Is || l.MaxClicks == wanted.MaxClicks) &&
		(!in.ValidSince.Is || l.StartsAt.Equal(wanted.StartsAt)) &&
		(!in.ValidUntil.Is || l.ExpiresAt.Equal(wanted.ExpiresAt)) &&
		(!in.Tags.Is || slices.EqualFunc(l.Tags, wanted.Tags, strings.EqualFold))
}

func (a *api) edit(w http.ResponseWriter, c *compat.Call) error {
	before, err := a.find(c, c.PathValue("code"))
	if err != nil {
		return err
	}
	in := input{}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	trial := before.Settings
	if err := in.applyTo(&trial); err != nil {
		return err
	}
	changed, err := a.Links.Update(c.Context(), c.Actor, before.ID, nil, func(d *link.Draft) { _ = in.applyTo(&d.Settings) }) // checked above
	if err != nil {
		return err
	}
	return a.answer(w, c, changed)
}

// Bounds of a page of links: that of an answer, and of what is read at once.
const (
	maxSize  = 100
	maxLinks = 1000
)

func (a *api) list(w http.ResponseWriter, c *compat.Call) error {
	f, err := a.filter(c)
	if err != nil {
		return err
	}
	of, err := pagingOf(c, maxLinks)
	if err != nil {
		return err
	}
	var (
		links []link.Link
		total int
	)
	for f.Offset = of.offset(); len(links) < of.size; f.Offset += maxSize {
		f.Limit = min(of.size-len(links), maxSize)
		page, err := a.Links.List(c.Context(), c.Actor, f)
		if err != nil {
			return err
		}
		links, total = append(links, page.Links...), page.Total
		if page.NextCursor == "" {
			break
		}
	}
	data, err := a.shown(c, links)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"shortUrls": list[shortURL]{data, of.of(len(data), total)}})
}

// filter returns the links that a list asks for.
func (a *api) filter(c *compat.Call) (link.Filter, error) {
	query := c.URL.Query()
	f := link.Filter{Search: query.Get("searchTerm")}
	if err := c.Unsupported("apiKeyName"); err != nil {
		return f, err
	}
	if query.Get("domain") != "" {
		f.Domain = a.hostOf(c, query.Get("domain"))
	}
	f.Tags = many(c, "tags")
	f.AllTags = query.Get("tagsMode") == "all"
	f.WithoutTags = many(c, "excludeTags")
	f.WithoutAllTags = query.Get("excludeTagsMode") == "all"
	var err error
	if f.CreatedFrom, err = date(c, "startDate"); err != nil {
		return f, err
	}
	if f.CreatedBefore, err = endDate(c); err != nil {
		return f, err
	}
	f.Unspent, f.Unended = query.Get("excludeMaxVisitsReached") == "true", query.Get("excludePastValidUntil") == "true"
	field, ascending := order(c)
	f.Ascending = ascending
	switch field {
	case "":
		f.Ascending = false
	case "dateCreated":
		f.Sort = link.ByCreatedAt
	case "shortCode":
		f.Sort = link.ByAlias
	case "visits", "nonBotVisits":
		f.Sort = link.ByClickCount
	default:
		return f, invalidData("Links can be ordered by dateCreated, shortCode, visits and nonBotVisits.", "orderBy")
	}
	return f, nil
}
