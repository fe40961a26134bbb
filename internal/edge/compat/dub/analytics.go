package dub

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// The texts of Dub for a value that a click does not have.
const (
	unknown = "Unknown"
	direct  = "(direct)" // no referrer
)

// setPeriod sets the period that a call asks for.
func (a *api) setPeriod(c *compat.Call, r *analytics.Request) error {
	query := c.URL.Query()
	r.TimeZone = query.Get("timezone")
	for _, end := range []string{"start", "end"} {
		if query.Get(end) == "" {
			continue
		}
		at, ok := clock.ParseLoose(query.Get(end))
		if !ok {
			return invalid(end, "Enter a time such as 2026-11-28T12:00:00Z.")
		}
		if end == "start" {
			r.Start = at
		} else {
			r.End = at
		}
	}
	if !r.Start.IsZero() || !r.End.IsZero() {
		if r.Start.IsZero() {
			r.Start = analytics.Earliest()
		}
		return nil
	}
	switch interval := cmp.Or(query.Get("interval"), "24h"); interval {
	case "24h", "7d", "30d", "90d", "mtd", "qtd", "ytd", "all":
		r.Interval = analytics.Interval(interval)
	case "1y":
		r.Start = a.Clock.Now().AddDate(-1, 0, 0)
	default:
		return invalid("interval", "Use 24h, 7d, 30d, 90d, 1y, mtd, qtd, ytd or all.")
	}
	return nil
}

// setFilters sets the filters of a call. A value may be a list with commas; a minus sign excludes what follows.
func (a *api) setFilters(c *compat.Call, r *analytics.Request) error {
	query := c.URL.Query()
	if err := rejectParams(c, "tenantId", "programId", "partnerId", "partnerTagId", "groupId", "customerId", "saleType", "query"); err != nil {
		return err
	}
	if isTrue(c, "root") {
		return unsupported("root", "The root of a domain is no link in Linnet. Leave this out.")
	}
	params := []struct {
		name string
		of   analytics.Dimension
	}{
		{"country", analytics.Country}, {"region", analytics.Region}, {"city", analytics.City}, {"continent", analytics.Continent},
		{"device", analytics.Device}, {"browser", analytics.Browser}, {"os", analytics.OS}, {"referer", analytics.Referrer},
		{"utm_source", analytics.UTMSource}, {"utm_medium", analytics.UTMMedium}, {"utm_campaign", analytics.UTMCampaign},
		{"utm_term", analytics.UTMTerm}, {"utm_content", analytics.UTMContent}, {"folderId", analytics.Folder},
		{"tagId", analytics.Tag}, {"tagIds", analytics.Tag}, {"trigger", analytics.Trigger}, {"domain", analytics.Domain},
	}
	for _, param := range params {
		values := many(c, param.name)
		if param.name == "domain" && query.Get("key") != "" {
			continue // names a link
		}
		r.Filters = append(r.Filters, analytics.FilterOf(param.of, linnetValues(param.of, values))...)
	}
	for name, of := range map[string]analytics.Dimension{"url": analytics.URL, "refererUrl": analytics.ReferrerURL} {
		if address := query.Get(name); address != "" { // may have commas
			r.Filters = append(r.Filters, analytics.Filter{Dimension: of, Values: []string{strings.TrimPrefix(address, direct)}})
		}
	}
	if query.Get("qr") != "" {
		r.Filters = append(r.Filters, analytics.Filter{
			Dimension: analytics.Trigger, Values: []string{string(click.TriggerQR)}, Negated: !isTrue(c, "qr"),
		})
	}
	return a.setLink(c, r)
}

// setLink sets the filter of the link that a call names.
func (a *api) setLink(c *compat.Call, r *analytics.Request) error {
	query := c.URL.Query()
	ids := many(c, "linkId")
	if len(ids) > 1 || len(ids) == 1 && strings.HasPrefix(ids[0], "-") {
		r.Filters = append(r.Filters, analytics.FilterOf(analytics.Link, ids)...)
		return nil
	}
	if query.Get("key") != "" && query.Get("domain") == "" {
		return unsupported("key", "Send the domain, too.")
	}
	l, err := a.named(c, query.Get("linkId"), query.Get("externalId"), query.Get("domain"), query.Get("key"))
	if err != nil || l == nil {
		return err
	}
	r.Filters = append(r.Filters, analytics.Filter{Dimension: analytics.Link, Values: []string{l.ID}})
	return nil
}

// linnetValues returns the values of a filter as Linnet has them.
func linnetValues(of analytics.Dimension, values []string) []string {
	out := make([]string, 0, len(values))
	for _, value := range values {
		sign := ""
		if strings.HasPrefix(value, "-") {
			sign, value = "-", value[1:]
		}
		switch {
		case value == unknown || value == direct:
			out = append(out, sign+analytics.NoValue)
		case of == analytics.Trigger && value == string(click.TriggerLink): // Dub has no bio pages
			out = append(out, sign+value, sign+string(click.TriggerBio))
		default:
			out = append(out, sign+value)
		}
	}
	return out
}

// request returns the clicks of people that a call asks for.
func (a *api) request(c *compat.Call) (analytics.Request, error) {
	var r analytics.Request
	err := a.setPeriod(c, &r)
	if err == nil {
		err = a.setFilters(c, &r)
	}
	return r, err
}

// event is what a report is about.
type event string

// The events of Dub.
const (
	clicks    event = "clicks"
	leads     event = "leads"
	sales     event = "sales"
	composite event = "composite" // all of them
)

// count returns the number by which rows of a report about the event are sorted.
func (e event) count(r *analytics.Row) int64 {
	switch e {
	case leads:
		return r.Converted.Leads
	case sales:
		return r.Converted.Sales
	default:
		return r.Clicks
	}
}

// eventOf returns the event that a call asks for.
func eventOf(c *compat.Call) (event, error) {
	e := event(cmp.Or(c.URL.Query().Get("event"), string(clicks)))
	if !slices.Contains([]event{clicks, leads, sales, composite}, e) {
		return "", invalid("event", "Use clicks, leads, sales or composite.")
	}
	return e, nil
}

func (a *api) analytics(w http.ResponseWriter, c *compat.Call) error {
	about, err := eventOf(c)
	if err != nil {
		return err
	}
	r, err := a.request(c)
	if err != nil {
		return err
	}
	by := cmp.Or(c.URL.Query().Get("groupBy"), "count")
	switch by {
	case "count":
		report, err := a.Analytics.Report(c.Context(), c.Actor, r, analytics.Parts{Count: true})
		if err != nil {
			return err
		}
		return compat.WriteJSON(w, http.StatusOK, counts{report.Count.Clicks, outcomesOf(report.Converted)})
	case "timeseries":
		return a.writeSeries(w, c, r, about)
	}
	g, err := a.groupingOf(c, by)
	if err != nil {
		return err
	}
	r.GroupBy, r.Limit = []analytics.Dimension{g.of}, analytics.MaxLimit
	report, err := a.Analytics.Report(c.Context(), c.Actor, r, analytics.Parts{})
	if err != nil {
		return err
	}
	rows := report.Lists[g.of]
	if about == leads || about == sales {
		rows = slices.DeleteFunc(rows, func(row analytics.Row) bool { return about.count(&row) == 0 })
		slices.SortStableFunc(rows, func(x, y analytics.Row) int { return cmp.Compare(about.count(&y), about.count(&x)) })
	}
	out, err := g.rows(rows)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, out)
}

// counts are the numbers of a report.
type counts struct {
	Clicks int64 `json:"clicks"`
	outcomes
}

func (a *api) writeSeries(w http.ResponseWriter, c *compat.Call, r analytics.Request, about event) error {
	if about != clicks {
		return unsupported("groupBy", "Linnet has a timeseries of clicks only. Leave out event, or use another groupBy.")
	}
	report, err := a.Analytics.Report(c.Context(), c.Actor, r, analytics.Parts{Series: true})
	if err != nil {
		return err
	}
	type point struct {
		Start  string `json:"start"`
		Clicks int64  `json:"clicks"`
	}
	points := apikit.Map(report.Points, func(p analytics.Point) point { return point{timestamp(p.Start), p.Clicks} })
	return compat.WriteJSON(w, http.StatusOK, points)
}

// grouping is a value of groupBy.
type grouping struct {
	of   analytics.Dimension
	rows func([]analytics.Row) ([]map[string]any, error)
}

// groupingOf returns the grouping with a name.
func (a *api) groupingOf(c *compat.Call, by string) (grouping, error) {
	simple := func(of analytics.Dimension, fields func(key string) map[string]any) (grouping, error) {
		return grouping{of, func(rows []analytics.Row) ([]map[string]any, error) { return rowsOf(rows, fields), nil }}, nil
	}
	named := func(of analytics.Dimension, name, none string) (grouping, error) {
		return simple(of, func(key string) map[string]any { return map[string]any{name: cmp.Or(key, none)} })
	}
	switch by {
	case "continents":
		return simple(analytics.Continent, func(key string) map[string]any { return known("continent", key) })
	case "countries":
		return simple(analytics.Country, func(key string) map[string]any { return placeOf(cmp.Or(key, unknown), "*", "*") })
	case "regions":
		return simple(analytics.Region, func(key string) map[string]any {
			country, _, _ := strings.Cut(key, "-")
			return placeOf(cmp.Or(country, unknown), cmp.Or(key, unknown), "*")
		})
	case "cities":
		country := c.URL.Query().Get("country")
		if len(country) != len("DE") {
			return grouping{}, unsupported("groupBy", "Linnet lists the cities of one country. Send country, such as DE.")
		}
		return simple(analytics.City, func(key string) map[string]any {
			return placeOf(strings.ToUpper(country), cmp.Or(c.URL.Query().Get("region"), "*"), cmp.Or(key, unknown))
		})
	case "devices":
		return simple(analytics.Device, func(key string) map[string]any { return map[string]any{"device": titled(key)} })
	case "browsers":
		return named(analytics.Browser, "browser", unknown)
	case "os":
		return named(analytics.OS, "os", unknown)
	case "trigger", "triggers":
		return simple(analytics.Trigger, func(key string) map[string]any { return known("trigger", triggerOf(click.Trigger(key))) })
	case "referers":
		return named(analytics.Referrer, "referer", direct)
	case "referer_urls":
		return named(analytics.ReferrerURL, "refererUrl", direct)
	case "top_urls":
		return simple(analytics.URL, func(key string) map[string]any { return known("url", key) })
	case "top_domains":
		return simple(analytics.Domain, func(key string) map[string]any { return known("domain", key) })
	case "top_links":
		return grouping{analytics.Link, func(rows []analytics.Row) ([]map[string]any, error) { return a.topLinks(c, rows) }}, nil
	case "top_folders":
		return a.labelled(c, analytics.Folder, label.Folder, "folder", func(l label.Label) any { return folderOf(l) })
	case "top_link_tags":
		return a.labelled(c, analytics.Tag, label.Tag, "tag", func(l label.Label) any { return shownTagOf(l) })
	}
	for name, of := range map[string]analytics.Dimension{
		"utm_source": analytics.UTMSource, "utm_medium": analytics.UTMMedium, "utm_campaign": analytics.UTMCampaign,
		"utm_term": analytics.UTMTerm, "utm_content": analytics.UTMContent,
	} {
		if by == name+"s" {
			return simple(of, func(key string) map[string]any { return known(name, key) })
		}
	}
	return grouping{}, unsupported("groupBy", "Linnet cannot group clicks by this.")
}

// known returns a field of a row; nil: there is no row for a click without a value.
func known(name, value string) map[string]any {
	if value == "" {
		return nil
	}
	return map[string]any{name: value}
}

func placeOf(country, region, city string) map[string]any {
	return map[string]any{"country": country, "region": region, "city": city}
}

// titled returns a device as Dub names it, such as Desktop.
func titled(device string) string {
	if device == "" {
		return unknown
	}
	return strings.ToUpper(device[:1]) + device[1:]
}

// triggerOf returns a trigger of Dub, which has no bio pages.
func triggerOf(t click.Trigger) string {
	if t == click.TriggerBio {
		return string(click.TriggerLink)
	}
	return string(t)
}

// withCounts adds the numbers of a row to its fields.
func withCounts(fields map[string]any, row *analytics.Row) map[string]any {
	did := outcomesOf(row.Converted)
	fields["clicks"], fields["leads"], fields["sales"], fields["saleAmount"] = row.Clicks, did.Leads, did.Sales, did.SaleAmount
	return fields
}

// rowsOf returns rows with the fields of their keys. Rows whose key has none are left out, those with equal fields are one.
func rowsOf(rows []analytics.Row, fieldsOf func(key string) map[string]any) []map[string]any {
	type row struct {
		analytics.Row

		fields map[string]any
	}
	var out []row
	for _, r := range rows {
		fields := fieldsOf(r.Key)
		if fields == nil {
			continue
		}
		at := slices.IndexFunc(out, func(other row) bool { return sameFields(other.fields, fields) })
		if at < 0 {
			out = append(out, row{r, fields})
			continue
		}
		out[at].Clicks += r.Clicks
		out[at].Converted.Add(r.Converted)
	}
	return apikit.Map(out, func(r row) map[string]any { return withCounts(r.fields, &r.Row) })
}

func sameFields(x, y map[string]any) bool {
	for name, value := range x {
		if y[name] != value {
			return false
		}
	}
	return true
}

// labelled returns a grouping by tags or folders. Clicks on links without one have no row.
func (a *api) labelled(
	c *compat.Call, of analytics.Dimension, kind label.Kind, name string, shown func(label.Label) any,
) (grouping, error) {
	all, err := a.labels(c, kind, label.Query{})
	return grouping{of, func(rows []analytics.Row) ([]map[string]any, error) {
		out := []map[string]any{}
		for i := range rows {
			at := slices.IndexFunc(all, func(l label.Label) bool { return l.ID == rows[i].Key })
			if at >= 0 {
				out = append(out, withCounts(map[string]any{name + "Id": rows[i].Key, name: shown(all[at])}, &rows[i]))
			}
		}
		return out, nil
	}}, err
}

// topLinks returns the first maxPage rows of links with the links. Deleted links have no row.
func (a *api) topLinks(c *compat.Call, rows []analytics.Row) ([]map[string]any, error) {
	out := []map[string]any{}
	for i := range rows {
		if len(out) == maxPage {
			break
		}
		l, err := a.Links.Get(c.Context(), c.Actor, rows[i].Key)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, withCounts(map[string]any{
			"link": l.ID, "id": l.ID, "domain": l.Domain, "key": l.Alias(), "shortLink": link.ShortURL(a.Scheme, l.Domain, l.Alias()),
			"url": l.URL, "title": apikit.TextOrNull(l.ShownTitle()), "comments": apikit.TextOrNull(l.Comments),
			"folderId": apikit.TextOrNull(l.FolderID), "partnerId": nil, "createdAt": timestamp(l.CreatedAt),
		}, &rows[i]))
	}
	return out, nil
}
