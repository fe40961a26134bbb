package mailer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"

	"linnet/internal/core/account"
	"linnet/internal/core/analytics"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/workspace"
)

// report is the part of a letter with figures.
type report struct {
	Totals []total
	Bars   []bar // by day
	Axis   string
	Lists  []rankedList
}

// total is a figure with its change against the period before.
type total struct {
	Label, Value, Change string
	Falls                bool
}

// bar is a day of the chart.
type bar struct {
	Day, Label string
	Clicks     string
	Height     int // in pixels
}

type rankedList struct {
	Title string
	Rows  []rankedRow
}

type rankedRow struct {
	Label, Clicks string
}

// chartHeight is the height of the highest bar in pixels.
const chartHeight = 80

// ScheduledReport sends the figures of a period.
func (m *Mailer) ScheduledReport(ctx context.Context, to account.Recipient, r scheduledreport.Mail) error {
	return m.send(ctx, scheduledReport(to, m.site, r))
}

func scheduledReport(to account.Recipient, site string, r scheduledreport.Mail) letter {
	period := periodText(r.Period)
	l := letter{
		To:         to,
		Subject:    r.Report.Name + ": " + period,
		Paragraphs: []string{fmt.Sprintf("%s of %s in %s, time zone %s.", trafficText(r), period, r.Workspace.Name, r.Period.Location)},
		Figures:    figuresOf(r),
		Button:     &button{Label: "View in the dashboard", URL: site + workspace.PagePath(r.Workspace.ID, "/dashboard/analytics") + "?" + r.Query},
		After:      reasonText(r),
	}
	if about := conditionsText(r.Conditions); about != "" {
		l.Paragraphs = append(l.Paragraphs, "Filters: "+about+".")
	}
	if r.Figures.Count.Clicks == 0 {
		l.Paragraphs = append(l.Paragraphs, "No clicks match this report in this period.")
	}
	return l
}

// reasonText tells why the receiver gets the mail.
func reasonText(r scheduledreport.Mail) string {
	when := "each Monday"
	if r.Report.Cadence == scheduledreport.Monthly {
		when = "on the first day of each month"
	}
	by := cmp.Or(r.ScheduledBy, "A former member")
	switch {
	case !r.Subscribed:
		return "You requested this email in the dashboard. It is not sent regularly."
	case r.Own:
		return "You get this report because you scheduled it, " + when + "."
	default:
		return "You get this report because " + by + " scheduled it for you, " + when + "."
	}
}

func trafficText(r scheduledreport.Mail) string {
	switch r.Report.Traffic {
	case analytics.Bot:
		return "Clicks by bots"
	case analytics.All:
		return "Clicks by people and bots"
	default:
		return "Clicks"
	}
}

// periodText returns "16–22 Nov 2026" for a week and "November 2026" for a month.
func periodText(p scheduledreport.Period) string {
	start, last := p.Start.In(p.Location), p.End.In(p.Location).AddDate(0, 0, -1)
	switch {
	case last.Sub(start) > 8*24*time.Hour:
		return start.Format("January 2006")
	case start.Year() != last.Year():
		return start.Format("2 Jan 2006") + " – " + last.Format("2 Jan 2006")
	case start.Month() != last.Month():
		return start.Format("2 Jan") + " – " + last.Format("2 Jan 2006")
	default:
		return start.Format("2") + "–" + last.Format("2 Jan 2006")
	}
}

// conditionsText returns filters in words, such as "tag spring, country not DE".
func conditionsText(all []scheduledreport.Condition) string {
	texts := make([]string, len(all))
	for i, c := range all {
		values := slices.Clone(c.Values)
		for j, v := range values {
			values[j] = valueText(c.Dimension, v)
		}
		if extra := len(values) - 5; extra > 0 {
			values = append(values[:5], fmt.Sprintf("%d more", extra))
		}
		not := ""
		if c.Negated {
			not = "not "
		}
		texts[i] = dimensionText(c.Dimension) + " " + not + strings.Join(values, " or ")
	}
	return strings.Join(texts, "; ")
}

// dimensionText returns a dimension in words: "utmSource" becomes "UTM source".
func dimensionText(d analytics.Dimension) string {
	switch d {
	case analytics.URL:
		return "destination URL"
	case analytics.OS:
		return "system"
	case analytics.ReferrerURL:
		return "referrer URL"
	case analytics.QRCode:
		return "QR code"
	}
	var b strings.Builder
	for _, c := range string(d) {
		if c >= 'A' && c <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	text := strings.ToLower(b.String())
	if rest, ok := strings.CutPrefix(text, "utm "); ok {
		return "UTM " + rest
	}
	return text
}

// valueText returns a value of a dimension as people read it.
func valueText(d analytics.Dimension, value string) string {
	switch {
	case d == analytics.Country:
		if region, err := language.ParseRegion(value); err == nil && region.IsCountry() {
			return display.English.Regions().Name(region)
		}
	case d == analytics.LocalWeekday && len(value) == 1 && value[0] >= '1' && value[0] <= '7':
		return time.Weekday(int(value[0]-'0') % 7).String()
	}
	return value
}

func figuresOf(r scheduledreport.Mail) *report {
	p := message.NewPrinter(language.English)
	before := analytics.Count{}
	if r.Figures.Previous != nil {
		before = *r.Figures.Previous
	}
	unit := "week"
	if r.Report.Cadence == scheduledreport.Monthly {
		unit = "month"
	}
	figures := &report{
		Totals: []total{
			totalOf(p, "Clicks", r.Figures.Count.Clicks, before.Clicks, unit),
			totalOf(p, "Visitors", r.Figures.Count.Uniques, before.Uniques, unit),
		},
	}
	if r.Figures.Count.Clicks == 0 {
		return figures
	}
	figures.Bars = barsOf(p, r)
	figures.Axis = "Clicks by day"
	for _, list := range []struct {
		of          analytics.Dimension
		title, none string
	}{
		{analytics.Link, "Links", "Deleted link"},
		{analytics.Country, "Countries", "Unknown"},
		{analytics.Referrer, "Referrers", "No referrer"},
	} {
		figures.Lists = append(figures.Lists, rankedList{Title: list.title, Rows: rowsOf(p, list.of, list.none, r.Figures.Lists[list.of])})
	}
	return figures
}

// totalOf returns a figure with its change. From zero there is no percentage.
func totalOf(p *message.Printer, label string, now, before int64, unit string) total {
	t := total{Label: label, Value: p.Sprintf("%d", now), Falls: now < before}
	switch {
	case before == 0 && now == 0:
		t.Change = "none in the " + unit + " before, either"
	case before == 0:
		t.Change = "new: none in the " + unit + " before"
	default:
		percent := (float64(now) - float64(before)) / float64(before) * 100
		t.Change = strings.Replace(p.Sprintf("%+.0f%% against %d in the %s before", percent, before, unit), "-", "−", 1)
	}
	return t
}

// barsOf returns a bar for each day. Every fifth day of a month has a label, and every day
// of a week.
func barsOf(p *message.Printer, r scheduledreport.Mail) []bar {
	points := r.Figures.Points
	highest := int64(1)
	for _, point := range points {
		highest = max(highest, point.Clicks)
	}
	bars := make([]bar, len(points))
	for i, point := range points {
		day := point.Start.In(r.Period.Location)
		bars[i] = bar{Day: day.Format("Mon 2 Jan"), Clicks: p.Sprintf("%d", point.Clicks), Height: int(point.Clicks * chartHeight / highest)}
		if point.Clicks > 0 {
			bars[i].Height = max(bars[i].Height, 2)
		}
		switch {
		case len(points) <= 7:
			bars[i].Label = day.Format("Mon")
		case day.Day() == 1 || day.Day()%5 == 0 && day.Day() < 30:
			bars[i].Label = day.Format("2")
		}
	}
	return bars
}

func rowsOf(p *message.Printer, d analytics.Dimension, none string, rows []analytics.Row) []rankedRow {
	ranked := make([]rankedRow, len(rows))
	for i, row := range rows {
		label := row.Label
		if row.Key == "" {
			label = none
		} else if d == analytics.Link && row.Label == row.Key {
			label = none // it has no name
		}
		ranked[i] = rankedRow{
			Label:  valueText(d, label),
			Clicks: p.Sprintf("%d", row.Clicks),
		}
	}
	return ranked
}
