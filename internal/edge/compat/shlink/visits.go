package shlink

import (
	"fmt"
	"net/http"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/domain"
	"linnet/internal/core/link"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/compat"
)

// summary is a number of visits.
type summary struct {
	Total   int64 `json:"total"`
	NonBots int64 `json:"nonBots"`
	Bots    int64 `json:"bots"`
}

func summaryOf(people, bots int64) summary { return summary{people + bots, people, bots} }

// clicksBy returns the clicks of all time by a dimension.
func (a *api) clicksBy(c *compat.Call, r analytics.Request, by analytics.Dimension) (map[string]int64, error) {
	r.Period, r.GroupBy, r.Limit = analytics.Period{Interval: analytics.AllTime}, []analytics.Dimension{by}, analytics.MaxLimit
	report, err := a.Analytics.Report(c.Context(), c.Actor, r, analytics.Parts{})
	if err != nil {
		return nil, err
	}
	clicks := make(map[string]int64, len(report.Lists[by]))
	for _, row := range report.Lists[by] {
		clicks[row.Key] = row.Clicks
	}
	return clicks, nil
}

func (a *api) overview(w http.ResponseWriter, c *compat.Call) error {
	of := func(subject analytics.Subject) (analytics.Count, error) {
		report, err := a.Analytics.Report(c.Context(), c.Actor,
			analytics.Request{Period: analytics.Period{Interval: analytics.AllTime}, Subject: subject}, analytics.Parts{Count: true})
		return report.Count, err
	}
	onLinks, err := of(analytics.LinkClicks)
	if err != nil {
		return err
	}
	orphans, err := of(analytics.OrphanVisits)
	if err != nil {
		return err
	}
	imported, err := a.Links.ImportedClicks(c.Context(), c.Actor)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"visits": map[string]summary{
		"nonOrphanVisits": summaryOf(onLinks.Clicks+imported, onLinks.Bots),
		"orphanVisits":    summaryOf(orphans.Clicks, orphans.Bots),
	}})
}

// visit is a click as Shlink returns it.
type visit struct {
	Referer       string    `json:"referer"`
	Date          string    `json:"date"`
	UserAgent     string    `json:"userAgent"`
	VisitLocation *location `json:"visitLocation"` // null: unknown
	PotentialBot  bool      `json:"potentialBot"`
	VisitedURL    *string   `json:"visitedUrl"`
	RedirectURL   *string   `json:"redirectUrl"`
	Type          string    `json:"type,omitempty"` // of visits to unknown codes
}

// location is where a visitor is. Linnet stores no coordinates and no time zone.
type location struct {
	CountryCode string  `json:"countryCode"`
	CountryName string  `json:"countryName"`
	RegionName  string  `json:"regionName"`
	CityName    string  `json:"cityName"`
	Latitude    float64 `json:"latitude"`
	Longitude   float64 `json:"longitude"`
	TimeZone    string  `json:"timezone"`
	IsEmpty     bool    `json:"isEmpty"`
}

func locationOf(p visitor.Place) *location {
	if p.Country == "" {
		return nil
	}
	out := &location{CountryCode: p.Country, RegionName: p.Region, CityName: p.City}
	if region, err := language.ParseRegion(p.Country); err == nil {
		out.CountryName = display.English.Regions().Name(region)
	}
	return out
}

// invalidShortURL is the type of every visit to an unknown code: any path of a domain can be a code.
const invalidShortURL = "invalid_short_url"

func (a *api) visitOf(of *click.Click, hosts map[uint64]string) visit {
	out := visit{
		Referer:       of.ReferrerURL,
		Date:          *shownTime(of.At),
		UserAgent:     agentOf(of),
		VisitLocation: locationOf(of.Place),
		PotentialBot:  of.Bot != "",
	}
	if host := hosts[of.DomainID]; host != "" {
		out.VisitedURL = new(link.ShortURL(a.Scheme, host, of.Alias))
	}
	if of.URL != "" {
		out.RedirectURL = &of.URL
	}
	if of.LinkID == 0 {
		out.Type = invalidShortURL
	}
	return out
}

// Bounds of visits: of one answer, and of those that can be paged through without a period. Pages are found by reading
// all visits before them.
const (
	maxVisits = 5_000
	maxRead   = 10_000
)

// writeVisits answers with a page of the clicks of a request, newest first.
func (a *api) writeVisits(w http.ResponseWriter, c *compat.Call, r analytics.Request) error {
	of, err := pagingOf(c, maxVisits)
	if err != nil {
		return err
	}
	end := of.offset() + of.size
	if end > maxRead {
		return invalidData(fmt.Sprintf("Only the newest %d visits have pages. Use startDate and endDate for older ones.", maxRead), "page")
	}
	if err := setPeriod(c, &r); err != nil {
		return err
	}
	clicks, total, err := a.NewestClicks(c, r, end)
	if err != nil {
		return err
	}
	clicks = clicks[min(of.offset(), len(clicks)):]
	hosts, err := a.HostsOf(c, clicks)
	if err != nil {
		return err
	}
	data := make([]visit, len(clicks))
	for i := range clicks {
		data[i] = a.visitOf(&clicks[i], hosts)
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"visits": list[visit]{data, of.of(len(data), total)}})
}

// setPeriod sets the period and the class of the clicks that a call asks for.
func setPeriod(c *compat.Call, r *analytics.Request) error {
	start, err := date(c, "startDate")
	if err != nil {
		return err
	}
	end, err := endDate(c)
	if err != nil {
		return err
	}
	r.Traffic = analytics.All
	if c.URL.Query().Get("excludeBots") == "true" {
		r.Traffic = analytics.Human
	}
	if start.IsZero() && end.IsZero() {
		r.Interval = analytics.AllTime
		return nil
	}
	r.Start, r.End = start, end
	if start.IsZero() {
		r.Start = analytics.Earliest()
	}
	return nil
}

func (a *api) linkVisits(w http.ResponseWriter, c *compat.Call, l *link.Link) error {
	return a.writeVisits(w, c, analytics.Request{Filters: []analytics.Filter{{Dimension: analytics.Link, Values: []string{l.ID}}}})
}

func (a *api) allVisits(w http.ResponseWriter, c *compat.Call) error {
	filters, err := a.onDomain(c, c.URL.Query().Get("domain"))
	if err != nil {
		return err
	}
	return a.writeVisits(w, c, analytics.Request{Filters: filters})
}

func (a *api) domainVisits(w http.ResponseWriter, c *compat.Call) error {
	filters, err := a.onDomain(c, c.PathValue("host"))
	if err != nil {
		return err
	}
	return a.writeVisits(w, c, analytics.Request{Filters: filters})
}

func (a *api) tagVisits(w http.ResponseWriter, c *compat.Call) error {
	tag, err := a.tag(c, c.PathValue("tag"))
	if err != nil {
		return err
	}
	filters, err := a.onDomain(c, c.URL.Query().Get("domain"))
	if err != nil {
		return err
	}
	return a.writeVisits(w, c, analytics.Request{
		Filters: append(filters, analytics.Filter{Dimension: analytics.Tag, Values: []string{tag.ID}}),
	})
}

func (a *api) orphanVisits(w http.ResponseWriter, c *compat.Call) error {
	filters, err := a.onDomain(c, c.URL.Query().Get("domain"))
	if err != nil {
		return err
	}
	switch c.URL.Query().Get("type") {
	case "", invalidShortURL:
		return a.writeVisits(w, c, analytics.Request{Subject: analytics.OrphanVisits, Filters: filters})
	case "base_url", "regular_404":
		of, err := pagingOf(c, maxVisits)
		if err != nil {
			return err
		}
		return compat.WriteJSON(w, http.StatusOK, map[string]any{"visits": list[visit]{[]visit{}, of.of(0, 0)}})
	default:
		return invalidData("The type is invalid_short_url, base_url or regular_404.", "type")
	}
}

// onDomain returns the filter of a domain; none for an empty name.
func (a *api) onDomain(c *compat.Call, name string) ([]analytics.Filter, error) {
	if name == "" {
		return nil, nil
	}
	d, err := a.domain(c, name)
	if err != nil {
		return nil, err
	}
	return []analytics.Filter{{Dimension: analytics.Domain, Values: []string{d.ID}}}, nil
}

// domain returns the domain with a host, which may be DEFAULT.
func (a *api) domain(c *compat.Call, name string) (domain.Domain, error) {
	d, err := a.Domains.Usable(c.Context(), c.Actor.WorkspaceID, a.hostOf(c, name))
	return d, missingDomain(err, name)
}

// deleteVisits rejects to delete visits: retention deletes all clicks of a workspace before a time, and no others.
func (a *api) deleteVisits(http.ResponseWriter, *compat.Call) error {
	return &problem{
		kind: "visits-not-deletable", status: http.StatusNotImplemented, title: "Visits cannot be deleted",
		detail: "Linnet cannot delete the visits of one short URL, nor orphan visits alone. Settings → Data deletes the oldest clicks of the workspace.",
	}
}
