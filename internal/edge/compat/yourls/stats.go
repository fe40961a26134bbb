package yourls

import (
	"fmt"
	"strconv"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// maxLinks bounds the links of one answer, and pageSize those that are read at once.
const (
	maxLinks = 1000
	pageSize = 100
)

// The version of YOURLS whose API this is, and of its database.
const (
	yourlsVersion   = "1.10.0"
	databaseVersion = "507"
)

func (a *api) version(c *compat.Call) (reply, error) {
	out := reply{simple: yourlsVersion, body: object{{"version", yourlsVersion}}}
	if c.FormValue("db") != "" {
		out.body = append(out.body, field{"db_version", databaseVersion})
	}
	return out, nil
}

// zone returns the time zone of the workspace.
func (a *api) zone(c *compat.Call) (*time.Location, error) {
	current, err := a.Workspaces.Current(c.Context(), c.Actor)
	if err != nil {
		return nil, err
	}
	return time.LoadLocation(current.TimeZone)
}

// listed is a link in statistics.
func (a *api) listed(l *link.Link, at *time.Location) object {
	return object{
		{"shorturl", a.shortURL(l)}, {"url", l.URL}, {"title", title(l)}, {"timestamp", l.CreatedAt.In(at).Format(dateTime)},
		{"ip", noAddress}, {"clicks", fmt.Sprint(l.ClickCount)},
	}
}

func (a *api) linkStats(c *compat.Call) (reply, error) {
	at, err := a.zone(c)
	if err != nil {
		return reply{}, err
	}
	l, err := a.find(c)
	if err != nil {
		return reply{}, err
	}
	return reply{simple: fmt.Sprintf("%d clicks", l.ClickCount), body: object{
		{"statusCode", "200"}, {"message", "success"}, {"link", a.listed(l, at)},
	}}, nil
}

func (a *api) stats(c *compat.Call) (reply, error) {
	at, err := a.zone(c)
	if err != nil {
		return reply{}, err
	}
	sums, text, err := a.sums(c)
	if err != nil {
		return reply{}, err
	}
	out := reply{simple: text, body: object{{"stats", sums}, {"statusCode", "200"}, {"message", "success"}}}
	limit, _ := strconv.Atoi(c.FormValue("limit"))
	start, _ := strconv.Atoi(c.FormValue("start"))
	if limit <= 0 {
		return out, nil
	}
	found, err := a.ranked(c, max(start, 0), min(limit, maxLinks))
	if err != nil {
		return reply{}, err
	}
	links := make(object, len(found))
	for i := range found {
		links[i] = field{fmt.Sprintf("link_%d", i+1), a.listed(&found[i], at)}
	}
	out.body = append(object{{"links", links}}, out.body...)
	return out, nil
}

// ranked returns links in the order of the parameter filter.
func (a *api) ranked(c *compat.Call, start, limit int) ([]link.Link, error) {
	f := link.Filter{Domain: c.Domain, Sort: link.ByClickCount, Offset: start}
	switch c.FormValue("filter") {
	case "bottom":
		f.Ascending = true
	case "last":
		f.Sort = link.ByCreatedAt
	case "rand", "random":
		count, err := a.Links.Count(c.Context(), c.Actor)
		if err != nil {
			return nil, err
		}
		f.Sort, f.Offset = link.ByAlias, int(ident.Uint64()%uint64(max(count-limit, 0)+1))
	}
	var links []link.Link
	for len(links) < limit {
		f.Limit = min(limit-len(links), pageSize)
		page, err := a.Links.List(c.Context(), c.Actor, f)
		if err != nil {
			return nil, err
		}
		links = append(links, page.Links...)
		if page.NextCursor == "" {
			break
		}
		f.Offset += len(page.Links)
	}
	return links, nil
}

func (a *api) totals(c *compat.Call) (reply, error) {
	sums, text, err := a.sums(c)
	return reply{simple: text, body: object{{"db-stats", sums}, {"statusCode", "200"}, {"message", "success"}}}, err
}

// sums returns the number of links and of all their clicks, those that they were imported with
// included.
func (a *api) sums(c *compat.Call) (sums object, text string, err error) {
	links, err := a.Links.Count(c.Context(), c.Actor)
	if err != nil {
		return nil, "", err
	}
	imported, err := a.Links.ImportedClicks(c.Context(), c.Actor)
	if err != nil {
		return nil, "", err
	}
	report, err := a.Analytics.Report(c.Context(), c.Actor,
		analytics.Request{Period: analytics.Period{Interval: analytics.AllTime}}, analytics.Parts{Count: true})
	if err != nil {
		return nil, "", err
	}
	clicks := imported + report.Count.Clicks
	return object{{"total_links", links}, {"total_clicks", clicks}}, fmt.Sprintf("%d links, %d clicks", links, clicks), nil
}
