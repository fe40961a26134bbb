package shorteners

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/routing"
	"linnet/internal/core/routing/shlinkrule"
	"linnet/internal/core/transfer"
)

// shlink reads the REST API of Shlink, version 3, the newest links first.
type shlink struct{ client }

// The numbers of links and of visits of a page, and the most pages of visits of a link that are
// read, the newest first.
const (
	shlinkPage       = 100
	shlinkVisits     = 1000
	shlinkVisitPages = 1000
)

// shlinkVisit is a visit of a short URL.
type shlinkVisit struct {
	Referer, Date, UserAgent string
	VisitLocation            struct{ CountryCode string }
	PotentialBot             bool
}

// shlinkLink is a short URL. Its code and its domain identify it.
type shlinkLink struct {
	ShortCode     string
	ShortURL      string
	LongURL       string
	DateCreated   string
	VisitsSummary struct{ Total, NonBots int64 }
	Tags          []string
	Meta          struct {
		ValidSince, ValidUntil string
		MaxVisits              int64
	}
	Domain                                    string
	Title                                     string
	Crawlable, ForwardQuery, HasRedirectRules bool
}

// Page implements retrieval.Source.
func (s shlink) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	at, err := skipOf(cursor)
	if err != nil {
		return retrieval.Page{}, err
	}
	at.position -= at.position % shlinkPage // pages have numbers
	var answer struct {
		ShortURLs *struct {
			Data       []shlinkLink
			Pagination struct{ TotalItems int }
		}
	}
	query := url.Values{
		"page": {strconv.Itoa(at.position/shlinkPage + 1)}, "itemsPerPage": {strconv.Itoa(shlinkPage)}, "orderBy": {"dateCreated-DESC"},
	}
	if err := s.get(ctx, "/rest/v3/short-urls", query, &answer); err != nil {
		return retrieval.Page{}, err
	}
	if answer.ShortURLs == nil {
		return retrieval.Page{}, s.notLinks(errNoList)
	}
	got := *answer.ShortURLs
	next, again := at.next(len(got.Data), got.Pagination.TotalItems)
	page := retrieval.Page{Next: next, Total: got.Pagination.TotalItems}
	if again {
		return page, nil
	}
	for i := range got.Data {
		l, err := s.link(ctx, &got.Data[i])
		if err != nil {
			return retrieval.Page{}, err
		}
		page.Links = append(page.Links, l)
	}
	return page, nil
}

func (s shlink) link(ctx context.Context, l *shlinkLink) (retrieval.Link, error) {
	c := cells{}
	c.text(transfer.ShortURL, l.ShortURL)
	c.text(transfer.Alias, l.ShortCode) // may have slashes and other characters than the short URL
	c.text(transfer.URL, l.LongURL)
	c.text(transfer.Title, l.Title)
	c.tags(l.Tags, false)
	c.text(transfer.CreatedAt, l.DateCreated)
	c.number(transfer.Clicks, l.VisitsSummary.NonBots)
	c.text("startsAt", l.Meta.ValidSince)
	c.text("expiresAt", l.Meta.ValidUntil)
	c.number("maxClicks", l.Meta.MaxVisits)
	c.flag("indexable", l.Crawlable)
	c.flag("forwardQuery", l.ForwardQuery)
	if l.HasRedirectRules {
		if err := s.addRules(ctx, l, c); err != nil {
			return retrieval.Link{}, err
		}
	}
	return retrieval.Link{ID: l.Domain + "/" + l.ShortCode, Cells: c}, nil
}

// onDomain returns the query of calls about a short URL of a domain; empty: of the default one.
func onDomain(domain string) url.Values {
	if domain == "" {
		return url.Values{}
	}
	return url.Values{"domain": {domain}}
}

// addRules adds the rules of a short URL. A rule that Linnet cannot have is in the cell as a
// sentence, with which the row fails: the others alone would lead visitors elsewhere.
func (s shlink) addRules(ctx context.Context, l *shlinkLink, c cells) error {
	var answer struct{ RedirectRules []shlinkrule.Rule }
	if err := s.get(ctx, "/rest/v3/short-urls/"+url.PathEscape(l.ShortCode)+"/redirect-rules", onDomain(l.Domain), &answer); err != nil {
		return err
	}
	rules := make([]routing.Rule, len(answer.RedirectRules))
	for i, of := range answer.RedirectRules {
		rule, err := of.Linnet()
		if err != nil {
			c.text(transfer.Rules, fault.Sentence(err))
			return nil
		}
		rules[i] = rule
	}
	c.rules(rules)
	return nil
}

// Visits implements retrieval.Source. The cursor is when the first page was read, behind which
// visits would move the others to later pages, and the number of the page.
func (s shlink) Visits(ctx context.Context, l retrieval.Link, cursor string) (retrieval.VisitPage, error) {
	if clicksOf(l) == 0 {
		return retrieval.VisitPage{}, nil
	}
	if cursor == "" {
		cursor = place{s.clock.Now().UTC().Format(time.RFC3339), "1"}.String()
	}
	at := placeOf(cursor)
	number, err := pageOf(at.rest)
	if err != nil {
		return retrieval.VisitPage{}, err
	}
	var answer struct {
		Visits struct {
			Data       []shlinkVisit
			Pagination struct{ TotalItems int }
		}
	}
	domain, code, _ := strings.Cut(l.ID, "/")
	query := onDomain(domain)
	query.Set("page", at.rest)
	query.Set("itemsPerPage", strconv.Itoa(shlinkVisits))
	query.Set("endDate", at.part)
	query.Set("excludeBots", "true")
	if err := s.get(ctx, "/rest/v3/short-urls/"+url.PathEscape(code)+"/visits", query, &answer); err != nil {
		return s.noVisits(err)
	}
	var page retrieval.VisitPage
	for i := range answer.Visits.Data {
		page.Visits = append(page.Visits, answer.Visits.Data[i].retrieved())
	}
	if len(page.Visits) > 0 && number*shlinkVisits < answer.Visits.Pagination.TotalItems && number < shlinkVisitPages {
		page.Next = place{at.part, strconv.Itoa(number + 1)}.String()
	}
	return page, nil
}

func (v *shlinkVisit) retrieved() retrieval.Visits {
	return retrieval.Visits{
		At: timeOf(v.Date), Clicks: 1, Bot: v.PotentialBot, Agent: v.UserAgent, Detailed: true,
		Details: clickhistory.Details{Country: v.VisitLocation.CountryCode, Referrer: v.Referer},
	}
}
