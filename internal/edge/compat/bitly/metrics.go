package bitly

import (
	"cmp"
	"net/http"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// clickCount is the number of clicks in a unit.
type clickCount struct {
	Clicks int64  `json:"clicks"`
	Date   string `json:"date"`
}

func (a *api) clicks(w http.ResponseWriter, c *compat.Call, l *link.Link) error {
	of, err := a.windowOf(c)
	if err != nil {
		return err
	}
	most := analytics.MaxPoints
	if c.URL.Query().Get("size") != "" {
		if most, err = sizeOf(c, analytics.MaxPoints); err != nil {
			return err
		}
	}
	counts := []clickCount{} // newest first
	of, start := of.series(l.CreatedAt, most)
	if start.Before(of.end()) {
		report, err := a.Analytics.Report(c.Context(), c.Actor, analytics.Request{
			Period: analytics.Period{Start: start, End: of.end()}, Filters: onLink(l), Granularity: of.unit,
		}, analytics.Parts{Series: true})
		if err != nil {
			return err
		}
		for _, p := range slices.Backward(report.Points) {
			counts = append(counts, clickCount{p.Clicks, timestamp(p.Start)})
		}
	}
	return compat.WriteJSON(w, http.StatusOK, struct {
		LinkClicks []clickCount `json:"link_clicks"`
		answered
	}{counts, of.answered()})
}

func (a *api) summary(w http.ResponseWriter, c *compat.Call, l *link.Link) error {
	of, err := a.windowOf(c)
	if err != nil {
		return err
	}
	request := analytics.Request{Period: of.period(), Filters: onLink(l)}
	report, err := a.Analytics.Report(c.Context(), c.Actor, request, analytics.Parts{Count: true})
	if err != nil {
		return err
	}
	total := report.Count.Clicks
	if of.units == allUnits && !of.reference.Before(l.CreatedAt) {
		total += l.OpeningClicks
	}
	return compat.WriteJSON(w, http.StatusOK, struct {
		TotalClicks int64 `json:"total_clicks"`
		answered
	}{total, of.answered()})
}

// onLink is the filter of the clicks on a link.
func onLink(l *link.Link) []analytics.Filter {
	return []analytics.Filter{{Dimension: analytics.Link, Values: []string{l.ID}}}
}

// facet is a list of clicks by a property.
type facet struct {
	name string
	// rows returns the rows of a request, the most clicks first.
	rows func(a *api, c *compat.Call, r analytics.Request) ([]metric, error)
}

// metric is a row of a facet. Each facet has some of the fields.
type metric struct {
	Value      *string `json:"value,omitempty"`
	DeviceType *string `json:"device_type,omitempty"`
	*city
	Clicks int64 `json:"clicks"`
}

// city is a place. Linnet counts cities by name within a country.
type city struct {
	City      string `json:"city"`
	Subregion string `json:"subregion"`
	Region    string `json:"region"`
	Country   string `json:"country"`
}

func facets() []facet {
	hosts := func(a *api, c *compat.Call, r analytics.Request) ([]metric, error) {
		return a.values(c, r, analytics.Referrer, direct)
	}
	return []facet{
		{"countries", func(a *api, c *compat.Call, r analytics.Request) ([]metric, error) {
			return a.values(c, r, analytics.Country, "")
		}},
		{"referrers", (*api).referrers},
		{"referring_domains", hosts},
		{"referring_networks", hosts},
		{"devices", (*api).devices},
		{"cities", (*api).cities},
	}
}

// direct is the referrer of clicks without one.
const direct = "direct"

// by returns the clicks of a request by a dimension.
func (a *api) by(c *compat.Call, r analytics.Request, d analytics.Dimension) ([]analytics.Row, error) {
	r.GroupBy = []analytics.Dimension{d}
	report, err := a.Analytics.Report(c.Context(), c.Actor, r, analytics.Parts{})
	return report.Lists[d], err
}

// values returns the clicks of a request by the keys of a dimension, or a name for none.
func (a *api) values(c *compat.Call, r analytics.Request, d analytics.Dimension, none string) ([]metric, error) {
	rows, err := a.by(c, r, d)
	metrics := make([]metric, len(rows))
	for i, row := range rows {
		metrics[i] = metric{Value: new(cmp.Or(row.Key, none)), Clicks: row.Clicks}
	}
	return metrics, err
}

// referrers returns clicks by the address of the referring page. Where only its host is stored, that is the value.
func (a *api) referrers(c *compat.Call, r analytics.Request) ([]metric, error) {
	without := analytics.Filter{Dimension: analytics.ReferrerURL, Values: []string{""}}
	with := without
	with.Negated = true
	pages, err := a.values(c, filtered(r, with), analytics.ReferrerURL, "")
	if err != nil {
		return nil, err
	}
	hosts, err := a.values(c, filtered(r, without), analytics.Referrer, direct)
	return mostFirst(append(pages, hosts...), r.Limit), err
}

// filtered returns a request with another filter.
func filtered(r analytics.Request, by analytics.Filter) analytics.Request {
	r.Filters = append(slices.Clone(r.Filters), by)
	return r
}

// mostFirst returns at most a number of metrics, those with the most clicks first.
func mostFirst(all []metric, most int) []metric {
	slices.SortStableFunc(all, func(x, y metric) int { return cmp.Compare(y.Clicks, x.Clicks) })
	return all[:min(len(all), most)]
}

// devices returns clicks by the kind of device.
func (a *api) devices(c *compat.Call, r analytics.Request) ([]metric, error) {
	rows, err := a.by(c, r, analytics.Device)
	metrics := make([]metric, len(rows))
	for i, row := range rows {
		metrics[i] = metric{DeviceType: new(cmp.Or(row.Key, "other")), Clicks: row.Clicks}
	}
	return metrics, err
}

// maxCountries is the number of countries whose cities are counted, those with the most clicks.
const maxCountries = 25

// cities returns clicks by city. Those of each country are counted by themselves: countries share names of cities.
func (a *api) cities(c *compat.Call, r analytics.Request) ([]metric, error) {
	of := r
	of.Limit = maxCountries
	countries, err := a.by(c, of, analytics.Country)
	if err != nil {
		return nil, err
	}
	var all []metric
	for _, country := range countries {
		rows, err := a.by(c, filtered(r, analytics.Filter{Dimension: analytics.Country, Values: []string{country.Key}}), analytics.City)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all = append(all, metric{city: &city{City: row.Key, Country: country.Key}, Clicks: row.Clicks})
		}
	}
	return mostFirst(all, r.Limit), nil
}

func (a *api) linkMetrics(w http.ResponseWriter, c *compat.Call, l *link.Link, name string) error {
	all := facets()
	return a.writeFacet(w, c, all[slices.IndexFunc(all, func(f facet) bool { return f.name == name })], onLink(l))
}

func (a *api) groupMetrics(w http.ResponseWriter, c *compat.Call, f facet) error {
	if err := checkGroup(c, c.PathValue("group")); err != nil {
		return err
	}
	return a.writeFacet(w, c, f, nil)
}

func (a *api) writeFacet(w http.ResponseWriter, c *compat.Call, f facet, filters []analytics.Filter) error {
	of, err := a.windowOf(c)
	if err != nil {
		return err
	}
	size, err := sizeOf(c, analytics.MaxLimit)
	if err != nil {
		return err
	}
	metrics, err := f.rows(a, c, analytics.Request{Period: of.period(), Filters: filters, Limit: size})
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, struct {
		answered
		Facet   string   `json:"facet"`
		Metrics []metric `json:"metrics"`
	}{of.answered(), f.name, append([]metric{}, metrics...)})
}

// sortedLink is the place of a bitlink in a list by clicks.
type sortedLink struct {
	ID     string `json:"id"`
	Clicks int64  `json:"clicks"`
}

// mostClicked returns the bitlinks of a group with the most clicks.
func (a *api) mostClicked(w http.ResponseWriter, c *compat.Call) error {
	if err := checkGroup(c, c.PathValue("group")); err != nil {
		return err
	}
	of, err := a.windowOf(c)
	if err != nil {
		return err
	}
	size, err := sizeOf(c, maxSize)
	if err != nil {
		return err
	}
	rows, err := a.by(c, analytics.Request{Period: of.period(), Limit: size}, analytics.Link)
	if err != nil {
		return err
	}
	links, sorted := []bitlink{}, []sortedLink{}
	for _, row := range rows {
		l, err := a.Links.Get(c.Context(), c.Actor, row.Key)
		if fault.Is(err, fault.NotFound) { // deleted, or a click without a link
			continue
		}
		if err != nil {
			return err
		}
		links, sorted = append(links, a.shownOf(c, l)), append(sorted, sortedLink{idOf(l), row.Clicks})
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"links": links, "sorted_links": sorted})
}
